import leven from "leven";

/** The most likely meaning of a mistyped name, if a name is close. */
export function closestString(given: string, names: readonly string[]): string | undefined {
  const wanted = given.toLowerCase();
  const [best] = names
    .map((name) => ({ name, far: name.startsWith(wanted) ? 0.5 : leven(wanted, name) }))
    .sort((one, other) => one.far - other.far);
  return best !== undefined && best.far <= Math.max(2, wanted.length / 2) ? best.name : undefined;
}
