/**
 * Looks whether a machine with a node alone has what it needs of the first one, and puts the authority
 * that their connections go by where the node finds it. Makes no secret: here it would be another one.
 *
 * @module
 */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { exists, keep } from "./kept-files.ts";

/** Where the volumes are mounted; another folder in tests. */
const root = Deno.args[0] ?? "/";
const authority = "volumes/door/caddy/pki/authorities/local";
const brought = [
  ...["kek", "claim-key", "events-token", "vault-token", "search-key", "objects-key"].map((name) =>
    `secrets/${name}`
  ),
  `${authority}/root.crt`,
  `${authority}/root.key`,
];

const missing: string[] = [];
for (const path of brought) if (!await exists(join(root, path))) missing.push(path);
if (missing.length > 0) {
  console.error(
    `Missing here: ${
      missing.join(", ")
    }. Bring them from the first machine, as OPERATING.md says ` +
      'under "Nodes on other machines"',
  );
  Deno.exit(1);
}
const certificate = await readFile(join(root, authority, "root.crt"), "utf8");
await keep(join(root, "secrets/authority.crt"), certificate.trim());
