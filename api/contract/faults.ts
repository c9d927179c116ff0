import { z } from "zod";

/** What of a page's scripts broke: an island, or the script of a form. Nothing is told of who saw it, or where. */
export const BrokenPart = z.enum(["island", "form"]);
export type BrokenPart = z.infer<typeof BrokenPart>;

export const Fault = z.strictObject({ part: BrokenPart });
