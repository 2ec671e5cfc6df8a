// The extension with a stand-in for the editor, and the highlighting of real rules.
"use strict";

const assert = require("node:assert");
const fs = require("node:fs");
const Module = require("node:module");
const path = require("node:path");
const test = require("node:test");

const started = [];
const settings = { command: "bin/pitboss", asOf: "2007-01-01", floor: true };
const vscode = {
  workspace: {
    getConfiguration: () => ({ get: (name, usual) => settings[name] ?? usual }),
    onDidChangeConfiguration: (listener) => {
      vscode.changed = listener;
      return { dispose() {} };
    },
  },
};
const client = {
  LanguageClient: class {
    constructor(...made) {
      this.made = made;
    }
    async start() {
      started.push(this.made);
    }
    async stop() {
      started.push("stopped");
    }
  },
};
const load = Module._load;
Module._load = function (name, ...rest) {
  if (name === "vscode") return vscode;
  if (name === "vscode-languageclient/node") return client;
  return load.call(this, name, ...rest);
};
const extension = require("../extension.js");

test("the configuration becomes the command and the options of the server", async () => {
  await extension.activate({ subscriptions: [] });
  const [id, name, server, made] = started[0];
  assert.deepStrictEqual([id, name, server], ["pitboss", "pitboss", { command: "bin/pitboss", args: ["lsp"] }]);
  assert.deepStrictEqual(made.initializationOptions, { floor: true, rules: [], asOf: "2007-01-01" });
  assert.ok(made.documentSelector.some((one) => one.language === "pitboss-rules"));
});

test("a changed configuration starts the server again", async () => {
  settings.asOf = null;
  await vscode.changed({ affectsConfiguration: (section) => section === "pitboss" });
  assert.strictEqual(started[1], "stopped");
  assert.deepStrictEqual(started[2][3].initializationOptions, { floor: true, rules: [] });
});

test("what is built starts with the same function", () => {
  assert.match(fs.readFileSync(path.join(__dirname, "../out/extension.js"), "utf8"), /args: \["lsp"\]/);
});

test("rules are highlighted word by word", async () => {
  const oniguruma = require("vscode-oniguruma");
  const textmate = require("vscode-textmate");
  const wasm = fs.readFileSync(require.resolve("vscode-oniguruma/release/onig.wasm"));
  await oniguruma.loadWASM(wasm.buffer.slice(wasm.byteOffset, wasm.byteOffset + wasm.byteLength));
  const file = path.join(__dirname, "../syntaxes/rules.tmLanguage.json");
  const registry = new textmate.Registry({
    onigLib: Promise.resolve({
      createOnigScanner: (patterns) => new oniguruma.OnigScanner(patterns),
      createOnigString: (text) => new oniguruma.OnigString(text),
    }),
    loadGrammar: async () => textmate.parseRawGrammar(fs.readFileSync(file, "utf8"), file),
  });
  const grammar = await registry.loadGrammar("source.pitboss-rules");
  const line = '(c)1      lamps is at least $6.50 per 19:47-2.3(a) from 2006-06-05 "lamps" # note';
  const found = {};
  for (const { startIndex, endIndex, scopes } of grammar.tokenizeLine(line, textmate.INITIAL).tokens) {
    found[line.slice(startIndex, endIndex).trim()] = scopes.at(-1).split(".pitboss")[0];
  }
  assert.strictEqual(found["(c)1"], "entity.name.section");
  assert.strictEqual(found["lamps"], "variable.other");
  assert.strictEqual(found["is"], "keyword.control");
  assert.strictEqual(found["$6.50"], "constant.numeric");
  assert.strictEqual(found["19:47-2.3(a)"], "constant.other.citation");
  assert.strictEqual(found["2006-06-05"], "constant.other.date");
  assert.strictEqual(found['"lamps"'], "string.quoted.double");
  assert.strictEqual(found["# note"], "comment.line.number-sign");
});
