const maxLength = 200;
/** Digits with what people put between them. */
const number = /\+?\(?\d[\d().\s/-]*\d/g;
const divider = /[;,|\n]| or | and | & /i;

/** Phone numbers in a cell, in any format: "8175550142", "817.555.0142 x12", "+49 6221 555010". */
export function findPhones(cell: string): string[] {
  if (cell.length > maxLength) return [];
  const numbers = cell.normalize("NFKC").split(divider).flatMap((part) => {
    const [text = "", extension] = part.replace(/\.0$/, "").split(
      /(?:extension|ext|x)\.?:? ?(?=\d)/i,
    );
    const found = [...text.matchAll(number)].flatMap(([one]) => one.split(/ ?\/ ?/))
      .flatMap(formatted);
    const more = extension?.replace(/\D/g, "");
    return more && found.length === 1 ? [`${found[0]} ext. ${more}`] : found;
  });
  return [...new Set(numbers)];
}

/** Numbers of North America in one format; others as they are. */
function formatted(text: string): string[] {
  const digits = text.replace(/\D/g, "");
  const isAbroad = text.startsWith("+") && !/^1\d{10}$/.test(digits);
  if (isAbroad) return digits.length > 6 && digits.length < 16 ? [text.replace(/\s+/g, " ")] : [];
  const [, area, exchange, line] = /^1?([2-9]\d\d)(\d{3})(\d{4})$/.exec(digits) ?? [];
  if (area !== undefined) return [`(${area}) ${exchange}-${line}`];
  return digits.length > 6 && digits.length < 16 ? [text.replace(/\s+/g, " ").trim()] : [];
}
