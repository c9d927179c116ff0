/**
 * Exits with 1 if package-lock.json has a package with a license that wasn't reviewed.
 *
 *     npm run licences
 *
 * @module
 */
import { readFile } from "node:fs/promises";

/** Licenses of packages that may be shipped: they require a notice at most. */
const permissive = new Set(
  "0BSD Apache-2.0 BlueOak-1.0.0 BSD-2-Clause BSD-3-Clause CC0-1.0 ISC MIT MIT-0 OFL-1.1 Unlicense Zlib"
    .split(" "),
);

/** Packages reviewed one by one, with the reason to allow them. */
const reviewed: readonly (readonly [name: RegExp, licence: string, why: string])[] = [
  [/^@img\/sharp-/, "LGPL-3.0-or-later", "libvips, unchanged and replaceable, which sharp loads"],
  [/^axe-core$/, "MPL-2.0", "tests only, unchanged"],
  [/^lightningcss/, "MPL-2.0", "builds the stylesheet, unchanged; nothing of it is shipped"],
  [/^@zone-eu\/mailsplit$/, "EUPL-1.1+", "an alternative to MIT, which is the one used"],
];

const lock: { readonly packages: Readonly<Record<string, { readonly license?: string }>> } = JSON
  .parse(await readFile(new URL("../package-lock.json", import.meta.url), "utf8"));
const packages = Object.entries(lock.packages).filter(([path]) => path !== "");
const unknown = packages.flatMap(([path, { license = "none" }]) => {
  const name = path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);
  // Every license of an expression must be known, even an alternative such as in "MIT OR GPL-3.0".
  const isKnown = (license.match(/[^\s()]+/g) ?? []).every((one) =>
    /^(and|or)$/i.test(one) || permissive.has(one) ||
    reviewed.some(([names, other]) => names.test(name) && one === other)
  );
  return isKnown ? [] : [`${name}: ${license}`];
});
if (unknown.length > 0) {
  console.error(
    `These licences were not reviewed; see .ci/licences.ts:\n  ${unknown.join("\n  ")}`,
  );
  Deno.exit(1);
}
console.log(`${packages.length} packages, all with a licence that was reviewed`);
