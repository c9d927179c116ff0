const weekMs = 7 * 86_400_000;
/** The first Monday there was, in milliseconds since 1970. */
const mondayMs = 4 * 86_400_000;

/** When the last Sunday was over, before a time or at it. */
export function mondayBefore(atMs: number): number {
  return Math.floor((atMs - mondayMs) / weekMs) * weekMs + mondayMs;
}
