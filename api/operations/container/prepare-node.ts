/**
 * Checks that a machine with only a node has the first machine's files, and copies the certificate
 * authority to the node. Creates no secrets: they would differ from the first machine's.
 */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { exists, writeIfChanged } from "./volume-files.ts";

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
await writeIfChanged(join(root, "secrets/authority.crt"), certificate.trim());
