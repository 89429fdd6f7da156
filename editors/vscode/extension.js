// Starts `sphinx-docsjson lsp` for a workspace; everything else is done by the language server.
"use strict";

const fs = require("node:fs");
const path = require("node:path");
const vscode = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

const NAME = "sphinx-docsjson";
const LANGUAGES = ["markdown", "mdx", "restructuredtext"];

let client;

/** Return the command: the one that is set, that of the .venv in the workspace, or that of the PATH. */
function command(folder) {
  const given = vscode.workspace.getConfiguration(NAME).get("command");
  if (given.length) return given;
  const inside = process.platform === "win32" ? ["Scripts", `${NAME}.exe`] : ["bin", NAME];
  const own = path.join(folder, ".venv", ...inside);
  return [fs.existsSync(own) ? own : NAME, "lsp"];
}

async function start() {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath;
  if (!folder) return;
  const [program, ...options] = command(folder);
  client = new LanguageClient(
    NAME,
    NAME,
    { command: program, args: options, options: { cwd: folder } },
    {
      documentSelector: [
        ...LANGUAGES.map((language) => ({ scheme: "file", language })),
        { scheme: "file", pattern: "**/*.{md,mdx,rst}" },
        { scheme: "file", pattern: "**/{docs,mint}.json" },
      ],
    },
  );
  try {
    await client.start();
  } catch (error) {
    client = undefined;
    vscode.window.showErrorMessage(
      `${program} does not start (${error.message}). Install it: pip install 'sphinx-docsjson[lsp]'`,
    );
  }
}

async function activate(context) {
  context.subscriptions.push(
    vscode.commands.registerCommand(`${NAME}.restart`, async () => {
      await deactivate();
      await start();
    }),
  );
  await start();
}

async function deactivate() {
  await client?.stop();
  client = undefined;
}

module.exports = { activate, deactivate };
