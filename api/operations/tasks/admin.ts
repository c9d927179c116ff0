/**
 * What operators do with a running or stopped product. `npm run admin -- --help` lists it.
 *
 * @module
 */
import { refuseBrokenPackages } from "../packages.ts";

// Commands need packages: those are looked at first, where that is asked for or something is wrong with them.
const asJson = Deno.args.includes("--json");
if (Deno.args[0] === "doctor") await refuseBrokenPackages(asJson);
const { main } = await import("./commands.ts").catch(async (error) => {
  await refuseBrokenPackages(asJson);
  throw error;
});
await main();
