import { defineCommand } from "../command.ts";
import { openData } from "../opened.ts";
import { createProgress } from "../task.ts";

export const rebuild = defineCommand({
  summary: "rebuild the read tables from the log",
  help: `Rebuild the read tables from the log, beside the current ones, then switch.

  npm run admin -- rebuild

The service can keep running, and uses the current ones until then. If the command is interrupted,
nothing has changed. No data is lost: everything in the read tables comes from the log.`,
  options: {},
  async run() {
    const { log, readModel, close } = await openData({ makes: "read tables", mayBeOther: true });
    const progress = createProgress("Log position", await log.lastPosition());
    await readModel.rebuild(progress.report);
    progress.end();
    console.log(`Rebuilt the read tables up to log position ${await readModel.position()}.`);
    close();
  },
});
