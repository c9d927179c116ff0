import { FileRefused } from "../file-refused.ts";

/** A PDF that readers could understand in more than one way, or in which something stays unseen. */
export function uncheckable(cause?: unknown): FileRefused {
  const message =
    "The PDF is protected, or written in a way that cannot be checked: please save it anew, such as " +
    "by printing it to a PDF";
  return new FileRefused("wrong-type", message, { cause });
}

/** A PDF that does more than show its pages. */
export function active(): FileRefused {
  const message =
    "The PDF contains scripts or attached files, or opens something else, which is not accepted";
  return new FileRefused("wrong-type", message);
}
