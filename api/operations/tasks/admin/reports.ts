import { defineCommand } from "../command.ts";
import { openData } from "../opened.ts";
import { printJson } from "../print.ts";

const most = 1000;

export const reports = defineCommand({
  summary: "list which messages were reported, and what was done",
  help:
    `List which messages were reported, why, and what staff did: by report id, the oldest open one first.

  npm run admin -- reports
  npm run admin -- reports --json

It doesn't say what was written, who wrote it or who reported it. Staff read and close reports in
the browser, under Program, Reports.`,
  options: { json: { type: "boolean" } },
  async run({ json }) {
    const data = await openData();
    await data.readModel.catchUp();
    const found = await data.readModel.reports.notAbout("", { limit: most });
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
    if (listed.length === 0) console.log("No reports.");
  },
});
