import { z } from "zod";

/** What a backup says about itself, in its table `backup`. */
export const AboutBackup = z.object({
  product: z.literal("alumni-connect"),
  format: z.int(),
  version: z.string(),
  /** When it was made. */
  madeAt: z.iso.datetime(),
  /** Name of the program. */
  program: z.string(),
  /** How many have an account. */
  people: z.int(),
  pictures: z.int(),
  /** Of the last event. */
  position: z.int(),
});

export type AboutBackup = z.infer<typeof AboutBackup>;

/** Of what this version writes, and the newest that it can restore. */
export const backupFormat = 1;
