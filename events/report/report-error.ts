/** A report can't be made. The message says why, and what to do. */
export class ReportError extends Error {
  override readonly name = "ReportError";
}
