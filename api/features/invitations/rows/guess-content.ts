/** Guesses a column's field by its cells, for titles that are unknown or contradict the cells. */
import { productTopics } from "../../../../events/program/topics.ts";
import { readArmyWords } from "./choices.ts";
import { readClassYear } from "./class-years.ts";
import type { ColumnName } from "./columns.ts";
import { entriesOf, isNothing, isPlaceholder } from "./lists.ts";
import type { Rows } from "./person-row.ts";
import { readState } from "./places.ts";
import { findAddresses, findPhones, readLinkedIn } from "./contact-cells.ts";

/** Late enough that any class year is valid. */
const farYear = 2050;

const tests = {
  email: (text) => findAddresses(text).addresses.length > 0,
  linkedinUrl: (text) => readLinkedIn(text) !== undefined,
  mos: (text) => /^\d{2}[A-Z]$/i.test(text),
  classYear: (text) =>
    /(?:19|20)\d\d|\b\d\d$/.test(text) && readClassYear(text, farYear) !== undefined,
  phoneNumber: (text) => /^[+\d\s().x/-]{7,}$/i.test(text) && findPhones(text).length > 0,
  rank: (text) => readArmyWords("rank", text).rank !== undefined,
  dutyStatus: (text) =>
    /[a-z]/i.test(text) && readArmyWords("dutyStatus", text).dutyStatus !== undefined,
  armyBranch: (text) => readArmyWords("armyBranch", text).armyBranch !== undefined,
  helpTopics: (text) =>
    entriesOf("helpTopics", text).some((entry) => productTopics.named(entry) !== undefined),
  state: (text) => readState(text) !== undefined,
  location: (text) => /\p{L}.*, ?[A-Z]{2}$/u.test(text),
} as const satisfies Partial<Record<ColumnName, (text: string) => boolean>>;

type TestedField = keyof typeof tests;

/** If a cell passes several tests, the earliest counts. */
const order = Object.keys(tests) as TestedField[];
const maxSample = 20;
const maxLength = 200;

export function sampleOf(rows: Rows, at: number): string[] {
  const sample: string[] = [];
  for (const row of rows) {
    const text = (row[at] ?? "").trim();
    if (text.length <= maxLength && !isNothing(text) && !isPlaceholder(text)) sample.push(text);
    if (sample.length === maxSample) break;
  }
  return sample;
}

function isMostly(field: TestedField, sample: readonly string[], share: number): boolean {
  return shareOf(sample, tests[field]) > share;
}

export function fieldByContent(
  sample: readonly string[],
  among?: readonly ColumnName[],
): ColumnName | undefined {
  // A few links are enough. A few cells without a title may be odd.
  const least = (field: TestedField) =>
    field === "linkedinUrl" ? 0.25 : among === undefined && sample.length < 6 ? 0.45 : 0.6;
  return order.find((field) =>
    among?.includes(field) !== false && isMostly(field, sample, least(field))
  );
}

/** Whether most cells are only addresses. Addresses in remarks are often another person's. */
export function areAddresses(sample: readonly string[]): boolean {
  const isBare = (text: string) => /^\S+@\S+(?:[\s,;/]+\S+@\S+)*$/.test(text) && tests.email(text);
  return shareOf(sample, isBare) > 0.6;
}

/** @returns 0 to 1. */
export function shareOf<T>(sample: readonly T[], test: (one: T) => boolean): number {
  return sample.filter(test).length / Math.max(1, sample.length);
}

/** Whether so few cells fit the title's field that the title must mean another one. */
export function contradicts(field: ColumnName, sample: readonly string[]): boolean {
  const isTested = (name: ColumnName): name is TestedField => Object.hasOwn(tests, name);
  return sample.length > 0 && (!isTested(field) || !isMostly(field, sample, 0.29));
}
