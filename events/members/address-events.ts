/** Changes of the addresses with which a member signs in. */
import { z } from "zod";

const nothing = z.strictObject({});
const as = z.enum(["main", "second"]);
const address = z.strictObject({ email: z.string() });

export const addressEventSchemas = {
  /** An address that works once its mailbox confirms it. Replaces one asked for before. */
  AddressAsked: { facts: z.strictObject({ as }), personal: address },
  AskedAddressDropped: { facts: nothing, personal: z.null() },
  AddressConfirmed: { facts: z.strictObject({ as }), personal: address },
  /** The second address became the main one, and the main one the second. */
  AddressesSwapped: { facts: nothing, personal: z.null() },
  SecondAddressRemoved: { facts: nothing, personal: z.null() },
  /**
   * The owner of an earlier main address undid its change. The second address of that time is
   * restored, too.
   */
  AddressChangeUndone: {
    facts: nothing,
    personal: address.extend({ second: z.string().nullable() }),
  },
  /** Earlier addresses can no longer undo their change, and are free for others. */
  FormerAddressesEnded: { facts: nothing, personal: z.null() },
} as const;
