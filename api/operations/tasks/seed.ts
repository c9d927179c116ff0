import { seed } from "./admin/seed.ts";
import { runTask } from "./task.ts";

await runTask(() => seed.run(Deno.args));
