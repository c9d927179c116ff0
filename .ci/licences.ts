/**
 * Lists the licences of all packages in package-lock.json, and ends with 1 over one that was not reviewed.
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
  readonly dev?: boolean;
}

const root = new URL("../", import.meta.url);
const lock: { readonly packages: Readonly<Record<string, LockEntry>> } = JSON.parse(
  await readFile(new URL("package-lock.json", root), "utf8"),
);

const counts = new Map<string, { shipped: number; development: number }>();
const exceptions = new Set<string>();
const unknown = new Set<string>();
for (const [path, entry] of Object.entries(lock.packages)) {
  if (path === "") continue;
  const name = path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);
  const licence = await licenceOf(path, entry);
  const count = counts.get(licence) ?? { shipped: 0, development: 0 };
  count[entry.dev ? "development" : "shipped"]++;
  counts.set(licence, count);
  // Each licence of an expression has to be known, also an alternative such as in "MIT OR GPL-3.0".
  for (const one of licence.match(/[^\s()]+/g) ?? [licence]) {
    if (/^(and|or)$/i.test(one) || permissive.has(one)) continue;
    const known = reviewed.find(([names, other]) => names.test(name) && one === other);
    if (known === undefined) unknown.add(`${name}: ${licence}`);
    else exceptions.add(`${one}: ${known[2]}`);
  }
}

console.log("shipped  development  licence");
const sorted = [...counts].sort(([one], [other]) => one < other ? -1 : 1);
for (const [licence, { shipped, development }] of sorted) {
  console.log(`${String(shipped).padStart(7)}  ${String(development).padStart(11)}  ${licence}`);
}
for (const exception of exceptions) console.log(`reviewed: ${exception}`);
if (unknown.size > 0) {
  console.error("These licences were not reviewed; see .ci/licences.ts:");
  for (const line of unknown) console.error(`  ${line}`);
  Deno.exit(1);
}

async function licenceOf(path: string, entry: LockEntry): Promise<string> {
  const file = new URL(`${path}/package.json`, root);
  if (!existsSync(file)) return entry.license ?? "none";
  const { license, licenses } = JSON.parse(await readFile(file, "utf8"));
  const all = [license ?? licenses].flat();
  return all.map((one) => typeof one === "string" ? one : one?.type ?? "none").join(" AND ");
}
