import { FileRefused } from "../file-refused.ts";

/** A PDF that readers could understand in more than one way, or in which something stays unseen. */
export function uncheckable(cause?: unknown): FileRefused {
  const message =
    "This PDF is protected, or can't be checked. Print it to a new PDF and upload that.";
  return new FileRefused("wrong-type", message, { cause });
}

/** A PDF that does more than show its pages. */
export function active(): FileRefused {
  const message =
    "This PDF contains scripts, attached files or actions. Print it to a new PDF and upload that.";
  return new FileRefused("wrong-type", message);
}
