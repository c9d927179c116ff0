/** A readable size, at least 0.1 MB. */
export function megabytes(bytes: number): string {
  return `${
    Math.max(0.1, bytes / 1_000_000).toLocaleString("en-US", { maximumFractionDigits: 1 })
  } MB`;
}
