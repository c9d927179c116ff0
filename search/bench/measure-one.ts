/** Measures one engine: `measure-one.ts <engine> <profiles> <seed> <queries> <clock>`. */
import { createCpuClock, wallClock } from "./clocks.ts";
import { engines } from "./engines.ts";
import { measure } from "./measure.ts";

const [name = "", profiles, seed, queries, clock] = Deno.args;
const engine = engines[name];
if (engine === undefined) throw new Error(`Not an engine: ${name}`);
const figures = await measure(engine.create, {
  profiles: Number(profiles),
  seed: Number(seed),
  queries: Number(queries),
  clock: clock === "cpu" ? createCpuClock() : wallClock,
  isOutside: engine.isOutside ?? false,
});
console.log(JSON.stringify(figures));
Deno.exit(0);
