/** The configuration doesn't allow a start. One line for each wrong variable. */
export class EnvironmentError extends Error {
  override readonly name = "EnvironmentError";

  constructor(readonly problems: readonly string[]) {
    super(`The configuration is not valid:\n${problems.map((line) => `  ${line}`).join("\n")}`);
  }
}
