/**
 * Checks documents: linked files and file names in backticks exist, and texts use the product's words. In api/ASVS.md,
 * each requirement has a row. In ARCHITECTURE.md, each walk has at most eight stations, each an existing file. Prints a
 * line for each fault. A name with `thing` is a placeholder; code blocks are ignored.
 *
 * @module
 */
import { glob, readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { readWords } from "./words.ts";

const exclude = ["node_modules", "dist", "data", "coverage", ".git"];
const paths = await Array.fromAsync(glob(["**", ".*", ".*/**"], { exclude }));
const required = (await readFile(".ci/asvs-level-1.txt", "utf8")).trim().split("\n");
const { wrongWordsIn } = readWords(await readFile(".ci/words.txt", "utf8"));

for (const document of paths.filter((path) => path.endsWith(".md"))) {
  const text = (await readFile(document, "utf8")).replaceAll(/^ *```[\s\S]*?^ *```/gm, "");
  const links = [...text.matchAll(/(?:\]\(|src=")(?!\w+:)([^)#"]+)/g)].map(([, to = ""]) => to);
  const named = [...text.matchAll(/`([\w./-]+)`/g)].map(([, name = ""]) => name)
    .filter((name) => /^(api|web|events|search|\.ci)\/|\.(tsx?|md|css|sh)$/.test(name))
    .filter((name) => !/\bthing\b/.test(name));
  const exists = (path: string) => paths.includes(join(dirname(document), path).replace(/\/$/, ""));
  const endsSo = (name: string) =>
    paths.some((path) => `/${path}`.endsWith(`/${name.replace(/\/$/, "")}`));
  const faults = [
    ...links.filter((link) => !exists(link)),
    ...named.filter((name) => !exists(name) && !endsSo(name)),
  ].map((path) => `${path} doesn't exist: name the file as it is called now`);
  if (document === "api/ASVS.md") {
    const rows = [...text.matchAll(/^\| (\d+\.\d+\.\d+) \|/gm)].map(([, id = ""]) => id);
    const missing = required.filter((id) => !rows.includes(id)).map((id) =>
      `${id} of .ci/asvs-level-1.txt needs a row`
    );
    faults.push(
      ...missing,
      ...rows.filter((id) => !required.includes(id)).map((id) =>
        `${id} isn't in .ci/asvs-level-1.txt`
      ),
    );
  }
  if (document === "ARCHITECTURE.md") faults.push(...faultsOfWalks(text));
  // Skips the specification, which is quoted word for word.
  if (document !== "web/SPECIFICATION.md") {
    // Skips titles of tests, too.
    const own = text.replaceAll(/`[\w./-]+\.(?:test|e2e)\.tsx?`: .+?(?=<br>| \|)/g, "…");
    const prose = own.replaceAll(/`[^`\n]*`|\]\([^)]*\)|"[^"\n]*"/g, "…");
    faults.push(...wrongWordsIn(prose, document));
  }
  for (const fault of faults) console.error(`${document}: ${fault}`);
  if (faults.length > 0) Deno.exitCode = 1;
}

/** Walks are headings below "## Walks". A station is a numbered line with a file's full path and its purpose. */
function faultsOfWalks(text: string): string[] {
  const section = text.split(/^## /m).find((part) => part.startsWith("Walks\n")) ?? "";
  const walks = section.split(/^### /m).slice(1).map((walk) => walk.trim().split(/\n+/));
  if (walks.length === 0) return ["has no walks"];
  return walks.flatMap(([title, ...stations]) => [
    ...stations.length > 8 || stations.length === 0
      ? [`${title}: has ${stations.length} stations, must have 1 to 8`]
      : [],
    ...stations.filter((line) => !paths.includes(/^\d\. `([^`]+)`: ./.exec(line)?.[1] ?? ""))
      .map((line) => `${title}: must be a file's whole path and what it does: ${line}`),
  ]);
}
