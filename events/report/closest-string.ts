/** The name that a mistyped one most likely stands for; `undefined` when none is close. */
export function nearest(given: string, names: readonly string[]): string | undefined {
  const wanted = given.toLowerCase();
  const [best] = names
    .map((name) => ({ name, far: name.startsWith(wanted) ? 0.5 : distance(wanted, name) }))
    .sort((one, other) => one.far - other.far);
  return best !== undefined && best.far <= Math.max(2, wanted.length / 2) ? best.name : undefined;
}

/**
 * How many letters have to be added, left out or changed.
 *
 * @see {@link https://en.wikipedia.org/wiki/Levenshtein_distance}
 */
export function distance(one: string, other: string): number {
  let before = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (const [row, letter] of [...one].entries()) {
    const now = [row + 1];
    for (const [column, otherLetter] of [...other].entries()) {
      now.push(Math.min(
        (now[column] ?? 0) + 1,
        (before[column + 1] ?? 0) + 1,
        (before[column] ?? 0) + (letter === otherLetter ? 0 : 1),
      ));
    }
    before = now;
  }
  return before.at(-1) ?? 0;
}
