import { createPrivateStreams } from "../../../../../events/members/private-streams.ts";
import { readFile } from "node:fs/promises";
import { ifOnPurpose } from "../../../../node/broken-log.ts";
import { type DamagedFile, damagedFiles } from "../../../../node/damaged-files.ts";
import { headsOf, type VerifiedHeads } from "../../../../node/heads.ts";
import { SignedHead, verifyHead } from "../../../../../events/verify/head.ts";
import { type Finding, verifyLog } from "../../../../../events/verify/verify-log.ts";
import { openEvents } from "../../../../../events/verify/open-events.ts";
import { verifyTriggers } from "../../../../../events/verify/verify-triggers.ts";
import { verifyMembers } from "../../../../../events/verify/verify-members.ts";
import { defineCommand } from "../../command.ts";
import { openData } from "../../open-data.ts";
import { text } from "../../options.ts";
import { createProgress, TaskError } from "../../task.ts";
import { refuseFindings } from "./findings.ts";

export const verify = defineCommand({
  summary: "check the log, the claims and the read tables",
  help: `Check that everything is as it was recorded. Changes nothing. The service can keep running.

  npm run admin -- verify                    check the log, the taken names and the read tables
  npm run admin -- verify --head head.json   also check that nothing was cut off or rewritten since
                                             this head was signed. Heads in HEADS_DIR are always
                                             checked

  npm run admin -- verify --json             print the result for a program

Exit code 1 means that something isn't as it was recorded; each position is listed.

--json prints {"isAsRecorded", "position", "digest", "lastHead", "findings": [{"position",
"what"}]}, and "error" if something is wrong.`,
  options: { head: text },
  async run(options) {
    const { environment, databases, secrets, log, vault, readModel, close } = await openData({
      mayMismatchLog: true,
    });
    const signed = options.head === undefined ? undefined : await readHead(options.head);
    refuseDamaged(await damagedFiles(environment, databases));
    const total = await log.lastPosition();
    const checking = createProgress("Checking the log, event", total);
    const { head: { position, digest }, findings } = await verifyLog(databases.events, checking);
    checking.end();
    const heads = await headsOf(environment, { databases, secrets }).verify();
    const all = [
      ...findings,
      ...signed ? await verifyHead(databases.events, signed, secrets.claimKey) : [],
      ...headFindings(heads),
    ];
    // Everything else follows from the log, and proves nothing if that is broken.
    if (all.length === 0) {
      const { keys } = vault;
      const { claimKey } = secrets;
      const privateStreams = createPrivateStreams(claimKey);
      const comparing = createProgress("Comparing names and read tables, event", total);
      // Read tables of another log are evidence, so they aren't changed.
      const catchUp = async () => await readModel.fitsLog() && await readModel.catchUp();
      await catchUp().catch(async (error) => {
        // Most likely an event can't be decrypted: find which.
        all.push(...(await openEvents({ log, keys, privateStreams }, total)).findings);
        if (all.length === 0) throw error;
      });
      if (all.length === 0) {
        all.push(...await verifyMembers({ log, keys, claimKey, databases }, comparing.report));
      }
      comparing.end();
    }
    all.push(...await verifyTriggers(databases.events));
    close();
    const { newest: lastHead } = heads;
    refuseFindings(all, { isAsRecorded: false, position, digest, lastHead });
    const answer = { isAsRecorded: true, position, digest, lastHead, findings: [] };
    const words =
      `Everything is as it was recorded, up to log position ${position}, digest ${digest}.

  yes  The database files and their indexes are intact
  yes  No event was changed, moved, added or removed
  yes  All encrypted data can be read, and is what was recorded; that of erased members is gone
  yes  The database refuses to change or delete an event
  yes  The taken names are those of the members
  yes  The read tables match the log
${headLine(heads, environment.headsDir)}${
        signed === undefined ? "" : `
  yes  The log still has everything it had when this head was signed, at position ${signed.position}`
      }`;
    return { json: answer, words };
  },
});

/** @throws {TaskError} When a file is damaged: reading from it proves nothing. */
function refuseDamaged(damaged: readonly DamagedFile[]): void {
  if (damaged.length === 0) return;
  const lines = damaged.map(({ what, todo, wrong }) => `${what} (${wrong}): ${todo}`);
  const findings = lines.map((what) => ({ what }));
  const error = lines.join("\n");
  throw new TaskError(error, 1, { isAsRecorded: false, error, findings });
}

function headFindings({ finding, strangers }: VerifiedHeads): Finding[] {
  return [
    ...finding === undefined ? [] : [{ ...finding, what: `${finding.what}. ${ifOnPurpose}` }],
    ...strangers.map((path) => ({
      position: undefined,
      what: `${path} isn't a head that this program signed`,
    })),
  ];
}

function headLine({ newest }: VerifiedHeads, folder: string): string {
  if (newest === undefined) {
    return `   -   There is no signed head to compare the log with (${folder})`;
  }
  return `  yes  The log still has everything it had when its last head was signed, at position ` +
    `${newest.position} (${folder})`;
}

async function readHead(path: string): Promise<SignedHead> {
  try {
    return SignedHead.parse(JSON.parse(await readFile(path, "utf8")));
  } catch {
    throw new TaskError(`${path} isn't a signed head. "npm run admin -- head" makes one`);
  }
}
