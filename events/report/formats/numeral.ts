const thousands = new Intl.NumberFormat("en-US");

/** Number with separators of thousands, for people: `12,345`. */
export function numeral(figure: number): string {
  return thousands.format(figure);
}
