import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { openDatabase } from "./database.ts";
import {
  databaseOnServer,
  describeWithLibsqlServer,
  startLibsqlServer,
} from "../testing/libsql-server.ts";
import { forgetting } from "./forgetting.ts";
import { newKey } from "./seal.ts";
import { describeKeys } from "./keys.contract.ts";
import { createKeys } from "./keys.ts";
import { openSchema } from "./schema.ts";

describeWithLibsqlServer("keys on a libSQL server", () => {
  describeKeys("a libSQL server", databaseOnServer);

  it("loses a forgotten member's key from every file, once the server has cleaned up", async () => {
    const { url, folder } = await startLibsqlServer({
      args: ["--checkpoint-interval-s", "1", "--max-log-duration", "1"],
    });
    const database = await openDatabase({ url, durability: "full" });
    await openSchema(database);
    const keys = createKeys(database, { kek: newKey() });
    await keys.ensure(["a", "b"]);
    const [row] = await database.read("SELECT wrapped FROM member_keys WHERE member_id = 'a'");
    const wrapped = Buffer.from(row?.wrapped as ArrayBuffer);
    expect(await filesWith(folder, wrapped)).not.toEqual([]);
    await database.write(forgetting("a"));
    let others = 0;
    await expect.poll(async () => {
      // The server cleans up when something is written.
      await keys.ensure([`other${others++}`]);
      return await filesWith(folder, wrapped);
    }, { interval: 500 }).toEqual([]);
  });
});

/** Every file below a folder that holds some bytes. */
async function filesWith(folder: string, bytes: Buffer): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const holding = await Promise.all(
    entries.filter((entry) => entry.isFile()).map(async (entry) => {
      const path = join(entry.parentPath, entry.name);
      // The server may have removed it in between.
      const content = await readFile(path).catch(() => Buffer.alloc(0));
      return content.includes(bytes) ? [path] : [];
    }),
  );
  return holding.flat();
}
