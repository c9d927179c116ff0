import { z } from "zod";

/** The description of a backup in its table `backup`. */
export const AboutBackup = z.object({
  product: z.literal("alumni-connect"),
  format: z.int(),
  version: z.string(),
  /** When it was made. */
  madeAt: z.iso.datetime(),
  /** Name of the program. */
  program: z.string(),
  /** The number of people with an account. */
  people: z.int(),
  pictures: z.int(),
  /** The time of the last event. */
  position: z.int(),
});

export type AboutBackup = z.infer<typeof AboutBackup>;

/** The format that this version writes, and the newest that it can restore. */
export const backupFormat = 1;
