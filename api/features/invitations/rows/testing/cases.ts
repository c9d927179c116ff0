/**
 * Cases of a table. Each line has a value, " <- ", and the cells that are read as that value,
 * divided by "|".
 * @returns Each cell with its value; "" for a cell without one.
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
