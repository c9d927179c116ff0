/**
 * Creates the bucket and the servers' passwords for docker-compose.yml, each in a volume of only the containers that
 * use it. The service makes its own secret. Runs before every start, and leaves existing files unchanged.
 */
import { randomBytes } from "node:crypto";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { secret, writeIfChanged } from "./volume-files.ts";

const root = Deno.args[0] ?? "/";
const at = (path: string) => join(root, path);

try {
  const searchKey = await secret(at("secrets/search-key"), newPassword);
  const objectsKey = await secret(at("secrets/objects-key"), newPassword);
  await writeIfChanged(at("volumes/objects-config/key"), objectsKey);
  await writeIfChanged(
    at("volumes/search-config/meilisearch.toml"),
    [
      'env = "production"',
      `master_key = "${searchKey}"`,
      'http_addr = "0.0.0.0:7700"',
      'db_path = "/meili_data/data.ms"',
      'dump_dir = "/meili_data/dumps"',
      'snapshot_dir = "/meili_data/snapshots"',
      "no_analytics = true",
      // The default is two thirds of the machine's memory.
      'max_indexing_memory = "512 MiB"',
      "max_indexing_threads = 1",
      'log_level = "WARN"',
    ].join("\n"),
  );
  // This store's buckets are folders.
  await mkdir(at("volumes/objects/alumni-connect-objects"), { recursive: true });
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  Deno.exit(1);
}

function newPassword(): string {
  return randomBytes(32).toString("hex");
}
