import { maintenance } from "./admin/maintenance.ts";
import { runTask } from "./task.ts";

await runTask(() => maintenance.reindex.run(Deno.args));
