// Says of each pattern on standard input whether a text exists that it takes too long for.
import { checkSync } from "recheck";

let input = "";
for await (const chunk of process.stdin) input += chunk;
const said = JSON.parse(input).map(([source, flags]) => {
  const found = checkSync(source, flags, { timeout: 120000, checker: "automaton" });
  return {
    status: found.status,
    complexity: found.complexity?.summary ?? "",
    attack: found.attack?.pattern ?? "",
    text: found.attack?.string?.slice(0, 40000) ?? "",
    error: found.error?.kind ?? "",
  };
});
console.log(JSON.stringify(said));
