/** Commands for operators of a running or stopped product. */
import { refuseBrokenPackages } from "../packages.ts";

// Packages are checked first for the doctor, and when one can't be loaded.
const asJson = Deno.args.includes("--json");
if (Deno.args[0] === "doctor") await refuseBrokenPackages(asJson);
const { main } = await import("./commands.ts").catch(async (error) => {
  await refuseBrokenPackages(asJson);
  throw error;
});
await main();
