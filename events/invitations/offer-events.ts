/** Details of a member from a list. They are in the member's stream and under their key: no one else reads them. */
import { z } from "zod";

const value = z.union([z.string(), z.array(z.string())]);

/** Facts and personal values of every type, in today's shape. */
export const offerEventSchemas = {
  /** Replaces the offer of an earlier list. */
  DetailsOffered: {
    facts: z.strictObject({}),
    personal: z.strictObject({
      fields: z.record(z.string(), value),
      /** Cells that were left out, or read as something else. */
      cells: z.array(z.strictObject({
        /** The field that the cell was for. */
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
