import { Hono } from "hono";
import { RateLimiterMemory } from "rate-limiter-flexible";
import { tooMany } from "../auth/too-many.ts";
import { type BrokenPart, Fault } from "../contract/faults.ts";
import { valid } from "../middleware/valid.ts";

/** Per minute, for all pages together: a limit per address would store addresses. */
const maxFaults = 60;

/** Mounted at `/api/faults`: pages report script errors, signed in or not. */
export function faultRoutes(count: (part: BrokenPart) => void) {
  const limit = new RateLimiterMemory({ points: maxFaults, duration: 60 });
  return new Hono().post("/", valid(Fault), async (c) => {
    const { consumedPoints, msBeforeNext } = await limit.penalty("all");
    if (consumedPoints > maxFaults) throw tooMany("reports of broken scripts", msBeforeNext);
    count(c.req.valid("json").part);
    return c.body(null, 204);
  });
}
