/**
 * What a column holds by its cells: for titles that say nothing, or something else than its cells do.
 *
 * @module
 */
import { findAddresses } from "./addresses.ts";
import { productTopics } from "../../../events/program/topics.ts";
import { readArmyWords } from "./choices.ts";
import { readClassYear } from "./class-years.ts";
import type { ColumnName } from "./columns.ts";
import { readLinkedIn } from "./links.ts";
import { entriesOf, isNothing, isToCome } from "./lists.ts";
import { findPhones } from "./phones.ts";
import { readState } from "./places.ts";

/** Any year does here. */
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

type Telling = keyof typeof tests;

const order = Object.keys(tests) as Telling[];
const looked = 20;
const most = 200;

/** Cells of a column that say something: enough to know it by. */
export function sampleOf(rows: readonly (readonly string[])[], at: number): string[] {
  const sample: string[] = [];
  for (const row of rows) {
    const text = (row[at] ?? "").trim();
    if (text.length <= most && !isNothing(text) && !isToCome(text)) sample.push(text);
    if (sample.length === looked) break;
  }
  return sample;
}

/** Whether more than a share of the cells can be read as the field. It looks no further than it takes to know. */
function isMostly(field: Telling, sample: readonly string[], share: number): boolean {
  let others = 0;
  const isTooFew = () => sample.length - others <= share * sample.length;
  return !sample.some((text) => !tests[field](text) && (others++, isTooFew())) && !isTooFew();
}

/** The field that most of its cells are of. */
export function fieldByContent(
  sample: readonly string[],
  among?: readonly ColumnName[],
): ColumnName | undefined {
  // Links say by themselves what they are; of a few cells without a title one may be odd.
  const least = (field: Telling) =>
    field === "linkedinUrl" ? 0.25 : among === undefined && sample.length < 6 ? 0.45 : 0.6;
  return order.find((field) =>
    among?.includes(field) !== false && isMostly(field, sample, least(field))
  );
}

/** Whether the cells are addresses and nothing else: those in remarks are often somebody else's. */
export function areAddresses(sample: readonly string[]): boolean {
  const isBare = (text: string) => /^\S+@\S+(?:[\s,;/]+\S+@\S+)*$/.test(text) && tests.email(text);
  return shareOf(sample, isBare) > 0.6;
}

export function shareOf<T>(sample: readonly T[], test: (one: T) => boolean): number {
  return sample.filter(test).length / Math.max(1, sample.length);
}

/** Whether so few cells are what the title says that it must mean something else. */
export function contradicts(field: ColumnName, sample: readonly string[]): boolean {
  const isTelling = (name: ColumnName): name is Telling => Object.hasOwn(tests, name);
  return sample.length > 0 && (!isTelling(field) || !isMostly(field, sample, 0.29));
}
