/**
 * Builds the read tables anew from the log, beside the current ones; the service may run meanwhile.
 *
 * @module
 */
import { openEvents } from "../../events/open.ts";
import { openStores } from "../stores.ts";
import { createProgress, runTask } from "./task.ts";

await runTask(async (environment) => {
  const stores = await openStores(environment);
  const { log, readModel } = await openEvents({
    ...stores,
    now: () => new Date(),
    newId: () => crypto.randomUUID(),
  });
  const progress = createProgress("Log position", await log.lastPosition());
  await readModel.rebuild(progress.report);
  progress.end();
  console.log(`Rebuilt the read tables up to log position ${await readModel.position()}.`);
  stores.close();
});
