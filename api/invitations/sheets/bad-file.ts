/** The file can't be read as a list of people. The message says what is wrong and what to do. */
export class BadFile extends Error {
  override readonly name = "BadFile";
}
