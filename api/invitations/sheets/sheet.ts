/** As text: dates as "2007-12-15", numbers as people type them, formulas as their values. */
export interface Sheet {
  readonly name: string;
  /** Row i is row i + 1 of the spreadsheet. Rows end at their last cell with text. */
  readonly rows: readonly (readonly string[])[];
}
