/** Answers of cadets about their commission, in their own stream. Facts name no one. */
import { z } from "zod";
import { components } from "../vocabulary.ts";

const nothing = z.strictObject({});

export const commissioningEventSchemas = {
  /** A cadet confirmed their commission. The events after it make them alumni. */
  Commissioned: {
    facts: z.strictObject({
      /** Such as `2027`. */
      classYear: z.string(),
      branch: z.string(),
      component: z.enum(components),
      rank: z.string(),
    }),
    personal: z.null(),
  },
  /** They undid their confirmation. */
  CommissioningUndone: { facts: nothing, personal: z.null() },
  /** Not this year, or not at all. Which one is sealed, since no one else needs to know. */
  CommissioningPutOff: {
    facts: nothing,
    personal: z.strictObject({ classYear: z.string(), isForGood: z.boolean() }),
  },
  /** Staff asked a cadet again. */
  CommissioningReminded: { facts: nothing, personal: z.null() },
} as const;
