/** The file can't be read as a list of people. The message says why, and how to fix it. */
export class BadFile extends Error {
  override readonly name = "BadFile";
}
