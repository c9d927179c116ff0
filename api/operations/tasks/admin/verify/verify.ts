import { readFile } from "node:fs/promises";
import { meantBySomebody } from "../../../../node/broken-log.ts";
import { type DamagedFile, damagedFiles } from "../../../../node/damaged-files.ts";
import { headsOf, type VerifiedHeads } from "../../../../node/heads.ts";
import { SignedHead, verifyHead } from "../../../../../events/verify/head.ts";
import { type Finding, verifyLog } from "../../../../../events/verify/verify-log.ts";
import { replayMembers } from "../../../../../events/verify/replay-members.ts";
import { verifyRules } from "../../../../../events/verify/verify-rules.ts";
import { verifyMembers } from "../../../../../events/verify/verify-members.ts";
import { defineCommand } from "../../command.ts";
import { openData } from "../../opened.ts";
import { print } from "../../print.ts";
import { createProgress, TaskError } from "../../task.ts";
import { refuseFindings } from "./findings.ts";
import { confirmReceipt } from "./verify-receipt.ts";

export const verify = defineCommand({
  summary: "check the log, the claims and the read tables",
  help: `Check that everything is as it was recorded. Changes nothing.

  npm run admin -- verify                    the log, the claimed names and the read tables
  npm run admin -- verify --head head.json   also that the log has what it had when this head was
                                             signed, beside those that the service keeps in
                                             HEADS_DIR: nothing was cut off or rewritten

  npm run admin -- verify --receipt erasure1_…
  npm run admin -- verify --receipt letter.txt
                                             instead, whether an erasure happened as the receipt
                                             says that its owner was given, and nothing of them is
                                             left: the receipt itself, or a file that has it
  npm run admin -- verify --json             any of them for a program

The service can keep running. Ends with exit code 1 when something is not as it was recorded, and
names each position. A receipt is confirmed with exit code 0; with 1 it is genuine, but not all of
it is true anymore; with 2 it is mistyped or no receipt; with 3 it was altered; with 4 forged.

--json prints {"isAsRecorded", "position", "digest", "lastHead", "findings": [{"position",
"what"}]}, and "error" besides when not all is well. Of a receipt it prints {"is", "isConfirmed",
"receipt", "checks", "repeated"}, where "is" is genuine, altered, forged or unreadable.`,
  options: { head: { type: "string" }, receipt: { type: "string" }, json: { type: "boolean" } },
  async run(options) {
    if (options.receipt !== undefined) {
      if (options.head === undefined) return await confirmReceipt(options.receipt, options.json);
      throw new TaskError("Use --head and --receipt in separate runs");
    }
    const { environment, databases, secrets, log, vault, readModel, close } = await openData({
      mayBeOther: true,
    });
    const signed = options.head === undefined ? undefined : await readHead(options.head);
    refuseDamaged(await damagedFiles(environment, databases));
    const total = await log.lastPosition();
    const checking = createProgress("Checking the log, event", total);
    const { head: { position, digest }, findings } = await verifyLog(databases.events, checking);
    checking.end();
    const all = [...findings];
    if (signed !== undefined) {
      all.push(...await verifyHead(databases.events, signed, secrets.claimKey));
    }
    const heads = await headsOf(environment, { databases, secrets }).verify();
    all.push(...headFindings(heads));
    // What follows from a broken log says nothing.
    if (all.length === 0) {
      const { keys } = vault;
      const { claimKey } = secrets;
      const comparing = createProgress("Comparing names and read tables, event", total);
      // Tables of another log stay as they are: they are what tells of it.
      const catchUp = async () => await readModel.fitsLog() && await readModel.catchUp();
      await catchUp().catch(async (error) => {
        // Most likely an event cannot be opened: then say which.
        all.push(...(await replayMembers({ log, keys }, total)).findings);
        if (all.length === 0) throw error;
      });
      if (all.length === 0) {
        all.push(...await verifyMembers({ log, keys, claimKey, databases }, comparing.report));
      }
      comparing.end();
    }
    all.push(...await verifyRules(databases.events));
    close();
    const { newest: lastHead } = heads;
    refuseFindings(all, { isAsRecorded: false, position, digest, lastHead });
    const answer = { isAsRecorded: true, position, digest, lastHead, findings: [] };
    const words = `All is as it was recorded, up to log position ${position}, digest ${digest}.

  yes  SQLite finds the files of the databases whole, indexes included
  yes  No event was changed, moved, added or removed
  yes  Every sealed payload is what was recorded, and opens; those of erased members are gone
  yes  The log's database still refuses to change or delete an event
  yes  The claimed names are those that members have
  yes  The read tables are what the log leads to
${headLine(heads, environment.headsDir)}${
      signed === undefined ? "" : `
  yes  The log has all that it had when the head was signed, at position ${signed.position}`
    }`;
    print(options.json, answer, words);
  },
});

/** @throws {TaskError} When there is one: what is read from it says nothing. */
function refuseDamaged(damaged: readonly DamagedFile[]): void {
  if (damaged.length === 0) return;
  const lines = damaged.map(({ what, todo, wrong }) => `${what} (${wrong}): ${todo}`);
  const findings = lines.map((what) => ({ what }));
  const error = lines.join("\n");
  throw new TaskError(error, 1, { isAsRecorded: false, error, findings });
}

function headFindings({ finding, strangers }: VerifiedHeads): Finding[] {
  return [
    ...finding === undefined ? [] : [{ ...finding, what: `${finding.what}. ${meantBySomebody}` }],
    ...strangers.map((path) => ({
      position: undefined,
      what: `${path} is no head that this program signed`,
    })),
  ];
}

function headLine({ newest }: VerifiedHeads, folder: string): string {
  if (newest === undefined) return `   -   No head is there to compare the log with (${folder})`;
  return `  yes  The log has all that it had when its last head was signed, at position ` +
    `${newest.position} (${folder})`;
}

async function readHead(path: string): Promise<SignedHead> {
  try {
    return SignedHead.parse(JSON.parse(await readFile(path, "utf8")));
  } catch {
    throw new TaskError(`${path} is no signed head; "npm run admin -- head" makes one`);
  }
}
