/**
 * Ends with 1 over a package in package-lock.json whose licence was not reviewed.
 * An installed package states its licence; for one that this platform leaves out, the lock file does.
 *
 *     npm run licences
 *
 * @module
 */
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";

/** May be shipped with the product: they ask for their notice at most. */
const permissive = new Set(
  "0BSD Apache-2.0 BlueOak-1.0.0 BSD-2-Clause BSD-3-Clause CC0-1.0 ISC MIT MIT-0 OFL-1.1 Unlicense Zlib"
    .split(" "),
);

/** Reviewed one by one, with the reason why they may be used. */
const reviewed: readonly (readonly [name: RegExp, licence: string, why: string])[] = [
  [/^@img\/sharp-/, "LGPL-3.0-or-later", "libvips, unchanged and replaceable, which sharp loads"],
  [/^(@axe-core\/playwright|axe-core)$/, "MPL-2.0", "tests only, unchanged"],
  [/^lightningcss/, "MPL-2.0", "builds the stylesheet, unchanged; nothing of it is shipped"],
  [/^@zone-eu\/mailsplit$/, "EUPL-1.1+", "an alternative to MIT, which is the one used"],
];

interface LockEntry {
  readonly license?: string;
}

const root = new URL("../", import.meta.url);
const lock: { readonly packages: Readonly<Record<string, LockEntry>> } = JSON.parse(
  await readFile(new URL("package-lock.json", root), "utf8"),
);

const unknown: string[] = [];
for (const [path, entry] of Object.entries(lock.packages)) {
  if (path === "") continue;
  const name = path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);
  const licence = await licenceOf(path, entry);
  // Each licence of an expression has to be known, also an alternative such as in "MIT OR GPL-3.0".
  const isKnown = (licence.match(/[^\s()]+/g) ?? [licence]).every((one) =>
    /^(and|or)$/i.test(one) || permissive.has(one) ||
    reviewed.some(([names, other]) => names.test(name) && one === other)
  );
  if (!isKnown) unknown.push(`${name}: ${licence}`);
}
if (unknown.length > 0) {
  console.error(
    `These licences were not reviewed; see .ci/licences.ts:\n  ${unknown.join("\n  ")}`,
  );
  Deno.exit(1);
}
console.log(
  `${Object.keys(lock.packages).length - 1} packages, all with a licence that was reviewed`,
);

async function licenceOf(path: string, entry: LockEntry): Promise<string> {
  const file = new URL(`${path}/package.json`, root);
  if (!existsSync(file)) return entry.license ?? "none";
  const { license, licenses } = JSON.parse(await readFile(file, "utf8"));
  const all = [license ?? licenses].flat();
  return all.map((one) => typeof one === "string" ? one : one?.type ?? "none").join(" AND ");
}
