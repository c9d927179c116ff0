/** Writes a made-up log: `write.ts <url> <events> <seed>`. Started by `replay.ts`. */
import { openDatabase } from "../database.ts";
import { makeUpLog } from "./made-up-log.ts";
import { writeLog } from "./write-log.ts";

const [url = "", events = "", seed = ""] = Deno.args;
const database = await openDatabase({ url, durability: "normal" });
const log = makeUpLog({
  events: Number(events),
  seed: Number(seed),
  connections: 0.2,
});
await writeLog(database, log, () => {});
database.close();
Deno.exit(0);
