/**
 * Lockfile comparison: whatever Deno installed (deno.lock) has a version that package-lock.json pins.
 *
 * @module
 */
const { packages } = JSON.parse(await Deno.readTextFile("package-lock.json"));
const { npm } = JSON.parse(await Deno.readTextFile("deno.lock"));

const pinned = new Set(
  Object.entries<{ version: string; name?: string }>(packages).map(([path, { name, version }]) =>
    `${name ?? path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length)}@${version}`
  ),
);
// "@hono/zod-validator@0.9.1_hono@4.13.19": after the version stand those of its peers.
const installed = Object.keys(npm).map((key) => /^@?[^@]+@[^_]+/.exec(key)?.[0] ?? key);
const others = installed.filter((name) => !pinned.has(name));

if (others.length > 0) {
  console.error(`Not as package-lock.json has it: ${others.join(", ")}`);
  Deno.exit(1);
}
console.log(`${installed.length} packages as package-lock.json pins them`);
