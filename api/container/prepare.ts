/**
 * Makes what the containers of docker-compose.yml need and do not have: secrets, each where only those
 * who use it look, and the bucket. What is there is left alone, so it runs before every start.
 *
 * @module
 */
import { randomBytes } from "node:crypto";
import { chmod, mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** Where the volumes are mounted; another folder in tests. */
const root = Deno.args[0] ?? "/";
const at = (path: string) => join(root, path);

const needed =
  "Restore it from your copy: what was written with it cannot be read with another one";

try {
  // Without them the log and the vault are worth nothing: better no start than one with new ones.
  if (await exists(at("data/vault.db"))) {
    for (const name of ["kek", "claim-key"]) {
      if (await exists(at(`secrets/${name}`))) continue;
      throw new Error(`secrets/${name} is missing, but there are data already. ${needed}`);
    }
  }
  await secret(at("secrets/kek"), () => randomBytes(32).toString("base64"));
  await secret(at("secrets/claim-key"), () => randomBytes(32).toString("base64"));
  const searchKey = await secret(at("secrets/search-key"), newPassword);
  const objectsKey = await secret(at("secrets/objects-key"), newPassword);
  await keep(at("volumes/objects-config/key"), objectsKey);
  await keep(
    at("volumes/search-config/meilisearch.toml"),
    [
      'env = "production"',
      `master_key = "${searchKey}"`,
      'http_addr = "0.0.0.0:7700"',
      'db_path = "/meili_data/data.ms"',
      'dump_dir = "/meili_data/dumps"',
      'snapshot_dir = "/meili_data/snapshots"',
      "no_analytics = true",
      // Two thirds of the machine's memory otherwise.
      'max_indexing_memory = "512 MiB"',
      "max_indexing_threads = 1",
      'log_level = "WARN"',
    ].join("\n"),
  );
  // A bucket of this store is a folder.
  await mkdir(at("volumes/objects/alumni-connect-objects"), { recursive: true });
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  Deno.exit(1);
}

/** What is in the file; what `make` returns is, if it was not there. */
async function secret(path: string, make: () => string): Promise<string> {
  if (!await exists(path)) {
    await writeFile(path, `${make()}\n`, { flag: "wx", mode: 0o400 });
    console.log(`Made ${path}`);
  }
  return (await readFile(path, "utf8")).trim();
}

/** Writes the file unless it holds just that. */
async function keep(path: string, content: string): Promise<void> {
  if (await exists(path)) {
    if (await readFile(path, "utf8") === `${content}\n`) return;
    await chmod(path, 0o600);
  }
  await writeFile(path, `${content}\n`, { mode: 0o400 });
}

async function exists(path: string): Promise<boolean> {
  try {
    await Deno.stat(path);
    return true;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
}

function newPassword(): string {
  return randomBytes(32).toString("hex");
}
