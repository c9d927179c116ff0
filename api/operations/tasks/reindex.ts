import { reindex } from "./admin/reindex.ts";
import { runTask } from "./task.ts";

await runTask(() => reindex.run(Deno.args));
