import { defineCommand } from "../command.ts";
import { openData } from "../opened.ts";
import { printJson } from "../print.ts";

const most = 1000;

export const reports = defineCommand({
  summary: "say which messages were reported, and what was done",
  help: `Say which messages were reported, why, and what staff did: by report id, open ones first.

  npm run admin -- reports
  npm run admin -- reports --json

What was written, by whom and who reported it stands nowhere in it. The program's staff reads and
handles reports in the browser, under Program, Reports: each by somebody who answers for it.`,
  options: { json: { type: "boolean" } },
  async run({ json }) {
    const data = await openData();
    await data.readModel.catchUp();
    const found = await data.readModel.reports.notAbout("", most);
    data.close();
    const listed = found.map(({ reportId, reason, at, handled }) => ({
      reportId,
      reason,
      at,
      handled: handled && { action: handled.action, at: handled.at },
    }));
    if (json) return printJson(listed);
    for (const { reportId, reason, at, handled } of listed) {
      const is = handled === null ? "open" : `${handled.action} on ${handled.at.slice(0, 10)}`;
      console.log(`${reportId}  ${reason}  reported ${at.slice(0, 10)}  ${is}`);
    }
    if (listed.length === 0) console.log("Nobody has reported a message.");
  },
});
