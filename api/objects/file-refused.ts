/** A file that is not taken; the message is fit for the member to read. */
export class FileRefused extends Error {
  override readonly name = "FileRefused";

  constructor(
    readonly reason: "too-large" | "wrong-type" | "damaged",
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}
