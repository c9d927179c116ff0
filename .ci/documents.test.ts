import { expect, it } from "vitest";
import { missingPaths, wrongWordsIn } from "./documents.ts";
import { readWords } from "./words.ts";

const paths = new Set([
  "README.md",
  "api/app.ts",
  "api/README.md",
  "api/node",
  "api/node/follow.ts",
]);

it("finds paths in links and backticks that don't exist", () => {
  const text = "[api](api/README.md), [no](api/no.md), `api/app.ts`, `api/gone.ts`, `gone.ts`";
  expect(missingPaths("README.md", text, paths)).toEqual(["api/no.md", "api/gone.ts", "gone.ts"]);
});

it("knows paths from the root, from the document's folder, and by their end", () => {
  const text =
    "`api/node/`, `node/follow.ts`, `follow.ts`, [home](../README.md#map), [out](https://example.com)";
  expect(missingPaths("api/README.md", text, paths)).toEqual([]);
});

it("leaves commands and blocks of code alone", () => {
  const text = "`npm run x -- api/no.ts`, `text/plain`\n```sh\ncat `gone.ts`\n```\n";
  expect(missingPaths("README.md", text, paths)).toEqual([]);
});

it("finds words that the product does not use, outside of code and quotes", () => {
  const words = readWords("anew -> again");
  const text = '`anew`\n```sh\nanew\n```\nIt says "anew".\nIt begins anew.\n';
  expect(wrongWordsIn("README.md", text, words)).toEqual(['line 6, "anew": again']);
});
