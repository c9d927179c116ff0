export const dayMs = 24 * 60 * 60 * 1000;

export function startOfDay(atMs: number): number {
  return atMs - atMs % dayMs;
}
