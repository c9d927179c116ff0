/** Whether two values are equal as JSON, whatever the order of names. `undefined` counts as absent. */
export function isSameJson(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (!isObject(one) || !isObject(other)) return false;
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  for (const name in one) {
    if (!isSameJson(one[name], other[name])) return false;
  }
  for (const name in other) {
    if (one[name] === undefined && other[name] !== undefined) return false;
  }
  return true;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}
