/** The file can't be read as a list of people. The message says why, and what to do. */
export class BadFile extends Error {
  override readonly name = "BadFile";
}
