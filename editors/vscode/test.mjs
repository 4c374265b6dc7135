// Rule files in, an error out where the grammar gives a comment, a text or the line of a section another scope.
import { readFileSync, readdirSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";

const require = createRequire(import.meta.url);
const oniguruma = require("vscode-oniguruma");
const { Registry, INITIAL, parseRawGrammar } = require("vscode-textmate");

await oniguruma.loadWASM(readFileSync(require.resolve("vscode-oniguruma/release/onig.wasm")).buffer);
const onigLib = Promise.resolve({
  createOnigScanner: (patterns) => new oniguruma.OnigScanner(patterns),
  createOnigString: (text) => new oniguruma.OnigString(text),
});
const path = new URL("syntaxes/gamedsl.tmLanguage.json", import.meta.url);
const registry = new Registry({ onigLib, loadGrammar: async () => parseRawGrammar(readFileSync(path, "utf8"), "g.json") });
const grammar = await registry.loadGrammar("source.gamedsl");

const files = (folder) =>
  readdirSync(folder).flatMap((name) => {
    const inside = join(folder, name);
    return statSync(inside).isDirectory() ? files(inside) : name.endsWith(".game") ? [inside] : [];
  });

let lines = 0;
const wrong = [];
for (const file of process.argv.slice(2).flatMap(files)) {
  let stack = INITIAL;
  readFileSync(file, "utf8").split("\n").forEach((line, number) => {
    const result = grammar.tokenizeLine(line, stack);
    stack = result.ruleStack;
    lines += 1;
    const scopeAt = (column) =>
      result.tokens.find((token) => token.startIndex <= column && column < token.endIndex)?.scopes.join(" ") ?? "";
    const expect = (column, scope) => {
      if (!scopeAt(column).includes(scope)) wrong.push(`${file}:${number + 1}:${column + 1}: ${scope} expected, not ${scopeAt(column)}`);
    };
    let quoted = false;
    for (let column = 0; column < line.length; column += 1) {
      if (line[column] === '"') {
        expect(column, "string");
        quoted = !quoted;
      } else if (line[column] === "#" && !quoted) {
        expect(column, "comment");
        break;
      }
    }
    if (/^[a-z]/.test(line)) expect(0, "keyword");
  });
}
if (!lines || wrong.length) {
  console.error(wrong.join("\n") || "no rule files");
  process.exit(1);
}
console.log(`${lines} lines have the scopes that they should have`);
