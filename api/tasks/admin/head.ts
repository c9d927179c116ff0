import { writeFile } from "node:fs/promises";
import { headsOf } from "../../heads.ts";
import { signHead } from "../../../events/verify/head.ts";
import { verifyLog } from "../../../events/verify/verify-log.ts";
import { readEnvironment } from "../../env.ts";
import { openStores } from "../../stores.ts";
import { defineCommand } from "../command.ts";
import { confirm } from "../task.ts";
import { refuseFindings } from "./findings.ts";

export const head = defineCommand({
  summary: "sign the log's head, to be kept somewhere else",
  help: `Sign the log's head: its position and a digest of all of it.

  npm run admin -- head                    print it
  npm run admin -- head --out head.json    write it to a file

  npm run admin -- head --anew             after an older log was put in place by hand: sets aside the
                                           heads in HEADS_DIR that it does not fit, and signs one of it

The service signs one at each start, stop, backup and hour, and keeps it in HEADS_DIR. Keep it on another machine. "npm run admin -- verify --head head.json" then tells whether the log
still has what it has now. Nothing in it says anything about anybody.`,
  options: {
    out: { type: "string" },
    anew: { type: "boolean" },
    yes: { type: "boolean" },
  },
  async run({ out, anew, yes }) {
    const environment = readEnvironment();
    const { databases, secrets, close } = await openStores(environment, { isReadOnly: true });
    const verdict = await verifyLog(databases.events);
    refuseFindings(verdict.findings);
    if (anew) {
      const heads = headsOf(environment, { databases, secrets });
      const { finding } = await heads.verify();
      if (finding === undefined) {
        return console.log("There is nothing to do: the log fits its heads.");
      }
      await confirm(
        `Position ${finding.position}: ${finding.what}.\nIs this the log that you want to go on from?`,
        yes,
      );
      const { count, folder } = await heads.setAside(new Date());
      await heads.write();
      close();
      return console.log(
        `Set aside ${count} heads to ${folder}, and signed one at log position ` +
          `${verdict.head.position}.`,
      );
    }
    close();
    const text = JSON.stringify(signHead(verdict.head, new Date(), secrets.claimKey), null, 2);
    if (out === undefined) return console.log(text);
    await writeFile(out, `${text}\n`);
    console.error(`Signed the head at log position ${verdict.head.position}: ${out}`);
  },
});
