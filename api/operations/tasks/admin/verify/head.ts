import { headsOf } from "../../../../node/heads.ts";
import { writeNamedFile } from "../../../../../events/named-file.ts";
import { signHead } from "../../../../../events/verify/head.ts";
import { verifyLog } from "../../../../../events/verify/verify-log.ts";
import { readEnvironment } from "../../../../config/env.ts";
import { openStores } from "../../../../node/stores.ts";
import { defineCommand } from "../../command.ts";
import { print, printJson } from "../../print.ts";
import { confirm, TaskError } from "../../task.ts";
import { refuseFindings } from "./findings.ts";

export const head = defineCommand({
  summary: "sign the log's head, to be kept somewhere else",
  help: `Sign the log's head: its position and a digest of all of it.

  npm run admin -- head                    print it, as JSON
  npm run admin -- head --out head.json    write it to a file instead
  npm run admin -- head --anew             go on from an older log that you put in place by hand:
                                           move the heads in HEADS_DIR that don't match it aside,
                                           and sign a new one; asks first, or takes --yes

Keep it on another machine: "npm run admin -- verify --head head.json" then tells whether the log
still has what it has now. Nothing in it says anything about anyone. The service signs one by
itself at each start, stop, backup and hour, and keeps it in HEADS_DIR.

--json also says as JSON what --anew did, and what is wrong with a log that is not signed.`,
  options: {
    out: { type: "string" },
    anew: { type: "boolean" },
    json: { type: "boolean" },
    yes: { type: "boolean" },
  },
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
        const words = "There is nothing to do: the log fits its heads.";
        return print(json, { setAside: 0, position }, words);
      }
      await confirm(
        `Position ${finding.position}: ${finding.what}.\nIs this the log that you want to go on from?`,
        yes,
      );
      const { count, folder } = await heads.setAside(new Date());
      await heads.write();
      close();
      return print(
        json,
        { setAside: count, folder, position },
        `Set aside ${count} heads to ${folder}, and signed one at log position ${position}.`,
      );
    }
    close();
    if (position === 0) {
      throw new TaskError("The log is empty: there is no head to sign until someone registers");
    }
    const signed = signHead(verdict.head, new Date(), secrets.claimKey);
    if (out === undefined) return printJson(signed);
    await writeNamedFile(out, `${JSON.stringify(signed, null, 2)}\n`);
    console.error(`Signed the head at log position ${position}: ${out}`);
  },
});
