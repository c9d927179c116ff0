/**
 * Measures one engine: `measure-one.ts <engine> <profiles> <seed> <queries> <seconds> <clock>`. Says on
 * the standard error what it is doing.
 *
 * @module
 */
import { createCpuClock, wallClock } from "./clocks.ts";
import { engines } from "./engines.ts";
import { measure } from "./measure.ts";

const [name = "", profiles, seed, queries, seconds, clock] = Deno.args;
const engine = engines[name];
if (engine === undefined) throw new Error(`Not an engine: ${name}`);
const figures = await measure(engine.create, {
  profiles: Number(profiles),
  seed: Number(seed),
  queries: Number(queries),
  seconds: Number(seconds),
  clock: clock === "cpu" ? createCpuClock() : wallClock,
  memory: engine.memory ?? "heap",
  report: (doing) => console.error(`  ${profiles} profiles, ${name}: ${doing}`),
});
console.log(JSON.stringify(figures));
Deno.exit(0);
