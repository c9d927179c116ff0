import type { Json } from "./event-log.ts";

/**
 * Canonical JSON: names in code unit order, no spaces. Hashes depend on it: never change it.
 * @see {@link https://www.rfc-editor.org/rfc/rfc8785}
 */
export function canonical(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (typeof value === "object" && value !== null) {
    const members = Object.entries(value as Record<string, Json>)
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, member]) => `${JSON.stringify(name)}:${canonical(member)}`);
    return `{${members.join(",")}}`;
  }
  return JSON.stringify(value);
}
