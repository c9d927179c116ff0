/** Whether an error is a bug in a script, such as in a browser that lacks a feature, rather than a refused or missing answer. */
export function isScriptError(error: unknown): boolean {
  return error instanceof TypeError || error instanceof ReferenceError;
}
