/** Prints rows under a head; texts to the left, figures to the right. */
export function printTable(head: readonly string[], rows: readonly (readonly string[])[]): void {
  const widths = head.map((_, column) =>
    Math.max(...[head, ...rows].map((row) => row[column]?.length ?? 0))
  );
  const isFigure = head.map((_, column) => rows.every((row) => /\d$/.test(row[column] ?? "")));
  for (const row of [head, ...rows]) {
    const cells = row.map((cell, column) =>
      isFigure[column] ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0)
    );
    console.log(cells.join("  "));
  }
  console.log();
}
