// Starts `pitboss lsp` for filings and rule files.
"use strict";

const vscode = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

let client;

/** What the server is started with: the command and the options of the workspace. */
function options(settings) {
  const stated = { floor: settings.get("floor", false), rules: settings.get("rules", []) };
  const asOf = settings.get("asOf", null);
  return {
    server: { command: settings.get("command", "pitboss"), args: ["lsp"] },
    client: {
      documentSelector: [
        { scheme: "file", language: "yaml" },
        { scheme: "file", language: "json" },
        { scheme: "file", language: "pitboss-rules" },
        { scheme: "file", pattern: "**/*.csv" },
      ],
      initializationOptions: asOf ? { ...stated, asOf } : stated,
    },
  };
}

async function start() {
  const made = options(vscode.workspace.getConfiguration("pitboss"));
  client = new LanguageClient("pitboss", "pitboss", made.server, made.client);
  await client.start();
}

async function activate(context) {
  context.subscriptions.push(
    vscode.workspace.onDidChangeConfiguration(async (change) => {
      if (!change.affectsConfiguration("pitboss")) return;
      await client?.stop();
      await start();
    }),
  );
  await start();
}

async function deactivate() {
  await client?.stop();
}

module.exports = { activate, deactivate, options };
