import { isOurStore } from "../../../objects/mark.ts";
import { openObjects } from "../../../objects/open.ts";
import { createSweep, isFew } from "../../../objects/sweep.ts";
import { defineCommand } from "../command.ts";
import { openData } from "../opened.ts";
import { confirm, TaskError } from "../task.ts";

export const sweep = defineCommand({
  summary: "take away pictures that nobody has, also when they are many",
  help: `Take away pictures that nobody has any more, and uploads that were never used.

  npm run admin -- sweep

The service does so by itself, every quarter of an hour, unless more than a few in a hundred of all
pictures would go: that hardly happens but with a log that is not the newest, or the wrong folder or
bucket. Then this command asks first, or takes --yes. What is taken lies in trash/ beside the
pictures for a week, and comes back by itself to whoever has it after all.`,
  options: { yes: { type: "boolean" } },
  async run({ yes }) {
    const { environment, secrets, readModel, log, installation, close } = await openData();
    const now = () => new Date();
    const objects = await openObjects({ ...environment, secrets, now });
    const isOurs = () => isOurStore(objects, installation);
    if (!await isOurs()) {
      throw new TaskError("The store of pictures is another installation's. Nothing was taken.");
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
