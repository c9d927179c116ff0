import { RateLimiterMemory } from "rate-limiter-flexible";
import { tooMany } from "../auth/too-many.ts";
import { type BrokenPart, Fault } from "../contract/faults.ts";
import { Calls } from "./calls.ts";

/** Per minute, for all pages together: a limit per address would store addresses. */
const maxFaults = 60;

/** Mounted at `/api/faults`: pages report script errors, signed in or not. */
export function faultRoutes(count: (part: BrokenPart) => void) {
  const limit = new RateLimiterMemory({ points: maxFaults, duration: 60 });
  return new Calls("The service").call("POST /", {
    summary: "Say that a script of a page broke",
    details: "It is counted, and who reported it is not stored.",
    answer: [204],
    limit: "60 a minute, from all addresses together",
    body: Fault,
    async run({ body: { part } }) {
      const { consumedPoints, msBeforeNext } = await limit.penalty("all");
      if (consumedPoints > maxFaults) throw tooMany("reports of broken scripts", msBeforeNext);
      count(part);
    },
  });
}
