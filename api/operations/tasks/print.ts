/** JSON of a command, one document on stdout: what `--json` prints in place of words. */
export function printJson(answer: unknown): void {
  console.log(JSON.stringify(answer, null, 2));
}

/** The answer of a command, for a program or in words. */
export function print(isJson: boolean | undefined, answer: unknown, words: string): void {
  if (isJson) printJson(answer);
  else console.log(words);
}
