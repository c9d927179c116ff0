import { isOurStore } from "../../../objects/mark.ts";
import { openObjects } from "../../../objects/open.ts";
import { createSweep, isFew } from "../../../objects/sweep.ts";
import { defineCommand } from "../command.ts";
import { openData } from "../opened.ts";
import { confirm, TaskError } from "../task.ts";

export const sweep = defineCommand({
  summary: "remove pictures that no one uses, even when there are many",
  help: `Remove pictures that no one uses anymore, and uploads that were never used.

  npm run admin -- sweep

The service runs this every 15 minutes, unless it would remove more than a few percent of all
pictures. That usually means an old log, or the wrong folder or bucket. In that case this command
asks first, or takes --yes. Removed pictures stay in trash/ beside the others for a week. The
service restores them if someone still uses them.`,
  options: { yes: { type: "boolean" } },
  async run({ yes }) {
    const { environment, secrets, readModel, log, installation, close } = await openData();
    const now = () => new Date();
    const objects = await openObjects({ ...environment, secrets, now });
    const isOurs = () => isOurStore(objects, installation);
    if (!await isOurs()) {
      throw new TaskError(
        "The picture storage belongs to another installation. Nothing was moved.",
      );
    }
    let taken = 0;
    const run = createSweep({
      objects,
      isOurs,
      table: readModel.members,
      eventLog: log,
      catchUpAll: readModel.catchUp,
      now,
      log: () => {},
    });
    await run(async (count, total) => {
      if (!isFew(count, total)) {
        await confirm(`Move ${count} of ${total} pictures to the trash?`, yes);
      }
      taken = count;
      return true;
    });
    close();
    console.log(`Moved ${taken} pictures to the trash.`);
  },
});
