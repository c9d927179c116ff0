import { headsOf } from "../../../../node/heads.ts";
import { writeNamedFile } from "../../../../../events/named-file.ts";
import { signHead } from "../../../../../events/verify/head.ts";
import { verifyLog } from "../../../../../events/verify/verify-log.ts";
import { readEnvironment } from "../../../../config/env.ts";
import { openStores } from "../../../../node/stores.ts";
import { defineCommand } from "../../command.ts";
import { flag, text } from "../../options.ts";
import { confirm, TaskError } from "../../task.ts";
import { refuseFindings } from "./findings.ts";

export const head = defineCommand({
  summary: "sign the log's head, to keep on another machine",
  help: `Sign the log's head: its last position and a digest of the whole log.

  npm run admin -- head                    print it as JSON
  npm run admin -- head --out head.json    write it to a file
  npm run admin -- head --anew             continue from an older log that you put in place by hand:
                                           moves the heads that don't match it out of HEADS_DIR, and
                                           signs a new one. Asks first; --yes answers

Keep the file on another machine. Later, "npm run admin -- verify --head head.json" says whether the
log still has everything it has now. It says nothing about anyone. The service also signs a head at
each start, stop and backup, and every hour, and keeps it in HEADS_DIR.

--json prints what --anew did, or what is wrong with the log, for a program.`,
  options: { out: text, anew: flag, yes: flag },
  async run({ out, anew, json, yes }) {
    if (out !== undefined && (anew || json)) {
      throw new TaskError(`Use --out and ${anew ? "--anew" : "--json"} in separate runs`);
    }
    const environment = readEnvironment();
    const { databases, secrets, close } = await openStores(environment, { isReadOnly: true });
    const verdict = await verifyLog(databases.events);
    const { position, digest } = verdict.head;
    refuseFindings(verdict.findings, { position, digest });
    if (anew) {
      const heads = headsOf(environment, { databases, secrets });
      const { finding } = await heads.verify();
      if (finding === undefined) {
        const words = "There is nothing to do. The log matches its heads.";
        return { json: { setAside: 0, position }, words };
      }
      await confirm(
        `Position ${finding.position}: ${finding.what}.\nDo you want to continue from this log?`,
        yes,
      );
      const { count, folder } = await heads.setAside(new Date());
      await heads.write();
      close();
      return {
        json: { setAside: count, folder, position },
        words:
          `Moved ${count} heads to ${folder}, and signed a new one at log position ${position}.`,
      };
    }
    close();
    if (position === 0) {
      throw new TaskError("The log is empty. There is nothing to sign until someone registers");
    }
    const signed = signHead(verdict.head, new Date(), secrets.claimKey);
    const written = JSON.stringify(signed, null, 2);
    if (out === undefined) return { json: signed, words: written };
    await writeNamedFile(out, `${written}\n`);
    console.error(`Signed the head at log position ${position}: ${out}`);
  },
});
