import { writeFile } from "node:fs/promises";
import { signHead } from "../../../events/verify/head.ts";
import { verifyLog } from "../../../events/verify/verify-log.ts";
import { readEnvironment } from "../../env.ts";
import { openStores } from "../../stores.ts";
import { defineCommand } from "../command.ts";
import { refuseFindings } from "./findings.ts";

export const head = defineCommand({
  summary: "sign the log's head, to be kept somewhere else",
  help: `Sign the log's head: its position and a digest of all of it.

  npm run admin -- head                    print it
  npm run admin -- head --out head.json    write it to a file

Keep it on another machine. "npm run admin -- verify --head head.json" then tells whether the log
still has what it has now. Nothing in it says anything about anybody.`,
  options: { out: { type: "string" } },
  async run({ out }) {
    const { databases, secrets, close } = await openStores(readEnvironment(), { isReadOnly: true });
    const verdict = await verifyLog(databases.events);
    close();
    refuseFindings(verdict.findings);
    const text = JSON.stringify(signHead(verdict.head, new Date(), secrets.claimKey), null, 2);
    if (out === undefined) return console.log(text);
    await writeFile(out, `${text}\n`);
    console.error(`Signed the head at log position ${verdict.head.position}: ${out}`);
  },
});
