import { rebuild } from "./admin/rebuild.ts";
import { runTask } from "./task.ts";

await runTask(() => rebuild.run(Deno.args));
