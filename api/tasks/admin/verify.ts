import { readFile } from "node:fs/promises";
import { SignedHead, verifyHead } from "../../../events/verify/head.ts";
import { verifyLog } from "../../../events/verify/verify-log.ts";
import { verifyMembers } from "../../../events/verify/verify-members.ts";
import { defineCommand } from "../command.ts";
import { openData } from "../opened.ts";
import { createProgress, TaskError } from "../task.ts";
import { refuseFindings } from "./findings.ts";

export const verify = defineCommand({
  summary: "check the log, the claims and the read tables",
  help: `Check that everything is as it was recorded. Changes nothing.

  npm run admin -- verify                    the log, the claimed names and the read tables
  npm run admin -- verify --head head.json   also that the log has what it had when this head was
                                             signed: that nothing was cut off or written anew

The service may run meanwhile. Ends with exit code 1 when something is not as it was recorded, and
names the first position.`,
  options: { head: { type: "string" } },
  async run(options) {
    const { databases, secrets, log, vault, readModel, close } = await openData();
    const signed = options.head === undefined ? undefined : await readHead(options.head);
    const progress = createProgress("Log position", await log.lastPosition());
    const { head: { position, digest }, findings } = await verifyLog(databases.events, progress);
    progress.end();
    const all = [...findings];
    if (signed !== undefined) {
      all.push(...await verifyHead(databases.events, signed, secrets.claimKey));
    }
    // What follows from a broken log says nothing.
    if (all.length === 0) {
      await readModel.catchUp();
      const { keys } = vault;
      all.push(...await verifyMembers({ log, keys, claimKey: secrets.claimKey, databases }));
    }
    close();
    refuseFindings(all);
    console.log(`All is as it was recorded, up to log position ${position}, digest ${digest}.`);
  },
});

async function readHead(path: string): Promise<SignedHead> {
  try {
    return SignedHead.parse(JSON.parse(await readFile(path, "utf8")));
  } catch {
    throw new TaskError(`${path} is no signed head; "npm run admin -- head" makes one`);
  }
}
