import { createPrivateStreams } from "../../../../events/members/private-streams.ts";
import { writeNamedFile } from "../../../../events/named-file.ts";
import { readPersonalData } from "../../../accounts/personal-data.ts";
import { createSessions } from "../../../auth/sessions.ts";
import { draft } from "../../../mail/messages.ts";
import { openObjects } from "../../../objects/open.ts";
import { defineCommand } from "../command.ts";
import { openData } from "../opened.ts";
import { printJson } from "../print.ts";
import { operatorCause } from "./decide.ts";
import { findMember } from "./find-member.ts";

export const exportPerson = defineCommand({
  summary: "save everything that is stored about one person, as JSON",
  help:
    `Save everything that is stored about one person, as JSON, for someone who asks for their data.

  npm run admin -- export rivera --out rivera.json     a file that only you can read
  npm run -s admin -- export rivera                    on stdout

It has their account, profile, pictures and sessions, what they did and wrote, and who saw their
contacts. Messages from others aren't in it: they belong to the people who wrote them. Other people
are named by member id alone. Passwords aren't in it. They get an email that you saved it, and
"history" shows it. The service can keep running.`,
  options: { out: { type: "string" } },
  names: ["member: a username, an email address or a member id"],
  async run({ out }, named = "") {
    const now = () => new Date();
    const data = await openData();
    const { environment, secrets, databases, log, readModel } = data;
    const member = await findMember(data, named);
    const { memberId } = member;
    const copy = await readPersonalData(member, {
      log,
      keys: data.vault.keys,
      privateStreams: createPrivateStreams(secrets.claimKey),
      revealTable: readModel.reveals,
      sessions: createSessions(databases.vault, now),
      objects: await openObjects({ ...environment, secrets, now }),
      now,
    });
    // First: no copy without a record of it.
    await data.members.execute(memberId, { type: "RecordExport" }, operatorCause(), ({ after }) => [
      draft("data-exported", { to: after.email, firstName: after.firstName }),
    ]);
    data.close();
    if (out === undefined) return printJson(copy);
    await writeNamedFile(out, `${JSON.stringify(copy, null, 2)}\n`);
    console.log(`Everything about member ${memberId} is in ${out}.`);
  },
});
