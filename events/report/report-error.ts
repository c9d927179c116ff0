/** The report cannot be made; the message says why, and what to do. */
export class ReportError extends Error {
  override readonly name = "ReportError";
}
