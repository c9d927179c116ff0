import { expect, it } from "vitest";
import { missingPaths } from "./documents.ts";

const paths = new Set([
  "README.md",
  "api",
  "api/app.ts",
  "api/README.md",
  "api/node",
  "api/node/heads.ts",
]);

it("finds paths in links and backticks that don't exist", () => {
  const text = "[api](api/README.md), [no](api/no.md), `api/app.ts`, `api/gone.ts`, `gone.ts`";
  expect(missingPaths("README.md", text, paths)).toEqual(["api/no.md", "api/gone.ts", "gone.ts"]);
});

it("knows paths from the root, from the document's folder, and by their end", () => {
  const text =
    "`api/node/`, `node/heads.ts`, `heads.ts`, [home](../README.md#map), [out](https://example.com)";
  expect(missingPaths("api/README.md", text, paths)).toEqual([]);
});

it("leaves commands and blocks of code alone", () => {
  const text = "`npm run x -- api/no.ts`, `text/plain`\n```sh\ncat `gone.ts`\n```\n";
  expect(missingPaths("README.md", text, paths)).toEqual([]);
});
