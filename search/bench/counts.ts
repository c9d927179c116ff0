/** A number of profiles: `250`, `10k` or `1m`. */
export function parseCount(text: string): number {
  const [, digits, unit = ""] = /^(\d+)([km]?)$/i.exec(text) ?? [];
  if (digits === undefined) throw new Error(`Not a number of profiles: ${text}`);
  const factors: Record<string, number> = { "": 1, k: 1000, m: 1_000_000 };
  return Number(digits) * (factors[unit.toLowerCase()] ?? 1);
}
