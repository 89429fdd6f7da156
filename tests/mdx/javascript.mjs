// Gives expressions their values: what Node makes of them, as JSON that keeps what JSON has no word for.
let asked = "";
for await (const chunk of process.stdin.setEncoding("utf-8")) asked += chunk;
const kept = (_key, value) =>
  value === undefined ? { $: "undefined" }
  : typeof value === "number" && !Number.isFinite(value) ? { $: String(value) }
  : typeof value === "function" ? { $: "function" }
  : value;
const answers = JSON.parse(asked).map((source) => {
  try {
    return JSON.stringify([(0, eval)(`(${source}\n)`)], kept);
  } catch (error) {
    return `refused: ${error}`;
  }
});
process.stdout.write(JSON.stringify(answers));
