import { z } from "zod";
import { roles } from "../vocabulary.ts";
import { helpedAnswers, waits } from "./words.ts";

const count = z.int().positive();
const counts = z.record(z.string(), count);
const byRole = z.partialRecord(z.enum(roles), count);
const byWait = z.partialRecord(z.enum(waits), count);

/**
 * What statistics know of requests: counts of whole days, in a stream of the program's own. What is 0 is left out of a
 * record. No class year is in it: it would point at people.
 */
export const countEventSchemas = {
  RequestsCounted: {
    facts: z.strictObject({
      /** Such as `2026-11-24`, in UTC. There is one event a day that has anything, and they ascend. */
      day: z.string(),
      /** Requests by the asker's role. */
      asked: byRole,
      /** Requests that name a topic. */
      topics: counts,
      /** Of who was asked, as the asker could see it; under an empty name, not at all. */
      branches: counts,
      regions: counts,
      accepted: byWait,
      declined: byWait,
      acceptedTopics: counts,
      /** By the role of who answered. */
      answeredBy: z.partialRecord(
        z.enum(roles),
        z.strictObject({ accepted: z.int(), declined: z.int() }),
      ),
      withdrawn: z.int(),
      expired: z.int(),
      ended: z.int(),
      feedback: z.partialRecord(z.enum(helpedAnswers), count),
      /** People whose first request of the cycle was on this day. */
      askers: byRole,
      /** People whose first accepted request of the cycle was accepted on this day. */
      reached: byRole,
    }),
    personal: z.null(),
  },
} as const;

export type RequestsCounted = z.infer<typeof countEventSchemas.RequestsCounted.facts>;

/** Stream of these counts, which is no member's, in the form of a member's id. */
export const countsStream = "00000000-0000-0000-0000-000000000001";
