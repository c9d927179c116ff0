export function csvText(lines: readonly (readonly string[])[]): string {
  return lines.map((line) => `${line.map(cell).join(",")}\r\n`).join("");
}

function cell(text: string): string {
  // Spreadsheets run a text that begins with one of these as a formula.
  const safe = /^[=+@\t\r-]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
