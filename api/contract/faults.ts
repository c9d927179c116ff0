import { z } from "zod";

/** The kind of script that broke: an island's, or a form's. The report has neither the person nor the page. */
export const BrokenPart = z.enum(["island", "form"]);
export type BrokenPart = z.infer<typeof BrokenPart>;

export const Fault = z.strictObject({ part: BrokenPart });
