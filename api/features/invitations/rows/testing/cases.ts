/**
 * Cases of a table: in each line a value, and behind " <- " the cells that are read as it, divided by "|".
 *
 * @returns Each cell with its value; "" for a cell that has none.
 */
export function casesOf(table: string): [cell: string, value: string][] {
  return table.trim().split("\n").flatMap((line) => {
    const [value = "", cells = ""] = line.split("<-").map((part) => part.trim());
    return cells.split(/ *\| */).map((cell): [string, string] => [
      cell.replaceAll("\\n", "\n"),
      value,
    ]);
  });
}
