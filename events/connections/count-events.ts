import { z } from "zod";
import { roles } from "../vocabulary.ts";
import { helpedAnswers, waits } from "./vocabulary.ts";

const count = z.int().positive();
const counts = z.record(z.string(), count);
const byRole = z.partialRecord(z.enum(roles), count);
const byWait = z.partialRecord(z.enum(waits), count);

/** Daily counts of requests, without zeros and class years, which would identify people. */
export const countEventSchemas = {
  RequestsCounted: {
    facts: z.strictObject({
      /** UTC day, such as `2026-11-24`. At most one event a day, in ascending order. */
      day: z.string(),
      asked: byRole,
      topics: counts,
      /** By the mentor's branch as the asker saw it; under an empty name if not shown. */
      branches: counts,
      regions: counts,
      accepted: byWait,
      declined: byWait,
      acceptedTopics: counts,
      answeredBy: z.partialRecord(
        z.enum(roles),
        z.strictObject({ accepted: z.int(), declined: z.int() }),
      ),
      withdrawn: z.int(),
      expired: z.int(),
      ended: z.int(),
      feedback: z.partialRecord(z.enum(helpedAnswers), count),
      /** Questions to the program's alumni; left out on days without any. */
      questions: z.strictObject({
        asked: z.int(),
        /** By how long the question waited; only the first answer counts. */
        answered: byWait,
        toStaff: z.int(),
      }).optional(),
      /** People whose first request of the cycle was on this day. */
      askers: byRole,
      /** People whose first accepted request of the cycle was accepted on this day. */
      reached: byRole,
    }),
    personal: z.null(),
  },
} as const;

export type RequestsCounted = z.infer<typeof countEventSchemas.RequestsCounted.facts>;

/** Stream of these counts. It belongs to no member, but its id looks like a member's. */
export const countsStream = "00000000-0000-0000-0000-000000000001";
