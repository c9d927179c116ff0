/** Details from a list about a member. Sealed under the member's key: no one else reads them. */
import { z } from "zod";

const value = z.union([z.string(), z.array(z.string())]);

export const offerEventSchemas = {
  /** Replaces the offer of an earlier list. */
  DetailsOffered: {
    facts: z.strictObject({}),
    personal: z.strictObject({
      fields: z.record(z.string(), value),
      /** Cells that were skipped, or interpreted as another value. */
      cells: z.array(z.strictObject({
        name: z.string(),
        text: z.string(),
        takenAs: z.string().nullable(),
      })),
    }),
  },
  OfferDismissed: {
    facts: z.strictObject({}),
    personal: z.strictObject({ names: z.array(z.string()) }),
  },
} as const;

type Offered = z.infer<typeof offerEventSchemas.DetailsOffered.personal>;

export type OfferedCell = Readonly<Offered["cells"][number]>;
