/** A file that isn't accepted. The message is written for the member. */
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
