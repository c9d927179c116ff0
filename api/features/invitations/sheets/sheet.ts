/** As text: dates as "2007-12-15", numbers as people type them, formulas as their values. */
export interface Sheet {
  readonly name: string;
  /** Row i is row i + 1 of the spreadsheet. Rows end at their last cell with text. */
  readonly rows: readonly (readonly string[])[];
  /** Rows that are hidden by a filter or by hand. */
  readonly hidden?: ReadonlySet<number>;
  /** Columns of cells that are struck out, by row. */
  readonly struck?: ReadonlyMap<number, ReadonlySet<number>>;
  /** Comments on cells, by row. */
  readonly comments?: ReadonlyMap<number, string>;
  /** Whether days count from 1904, as on old Macs. */
  readonly is1904?: boolean;
}
