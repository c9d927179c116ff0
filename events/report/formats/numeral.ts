const thousands = new Intl.NumberFormat("en-US");

export function numeral(figure: number): string {
  return thousands.format(figure);
}
