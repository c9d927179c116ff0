/** Commands for operators of a running or stopped product. */
import { refuseBrokenPackages } from "../packages.ts";

// Packages are checked first for the doctor, and when one can't be loaded.
if (Deno.args[0] === "doctor") await refuseBrokenPackages();
const { main } = await import("./commands.ts").catch(async (error) => {
  await refuseBrokenPackages();
  throw error;
});
await main();
