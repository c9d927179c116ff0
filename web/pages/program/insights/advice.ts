import { notGiven, type PrintedTable } from "../../../../events/report/tables.ts";
import type { Report } from "../../../../events/report/report.ts";

/** So many sentences are read. */
const mostAdvice = 3;
/** So many topics stand in one of them. */
const mostNames = 3;
/** From so many requests for each of its alumni on, a topic needs more of them. */
const manyRequests = 3;

interface Topic {
  readonly name: string;
  readonly helpers: number | undefined;
  readonly asked: number | undefined;
}

/**
 * What to do about a report's figures, the most pressing first. Made of what is printed alone: it tells nothing that
 * the tables hold back.
 */
export function adviceOf({ sections }: Pick<Report, "sections">): string[] {
  const tables = new Map(sections.flatMap((section) => section.tables).map((one) => [one.id, one]));
  const topics = topicsOf(tables.get("connections-by-topic"));
  const nobody = topics.filter(({ helpers }) => helpers === 0);
  const wanted = nobody.filter(({ asked = 0 }) => asked > 0).sort(mostAsked);
  const unasked = nobody.filter(({ asked }) => !asked);
  const few = topics.filter(({ helpers = 0, asked = 0 }) =>
    helpers > 0 && asked >= manyRequests * helpers
  ).sort(mostAsked);
  return [
    ...wanted.map(({ name, asked }) => `No one offers ${name}, but ${asked} asked for it.`),
    ...few.map(({ name, helpers, asked }) =>
      `${asked} asked for ${name}, which ${helpers} alumni offer.`
    ),
    ...unanswered(tables.get("connections-by-month")),
    ...(unasked.length === 0 ? [] : [`No one offers ${namesOf(unasked)}.`]),
  ].slice(0, mostAdvice);
}

function topicsOf(table: PrintedTable | undefined): Topic[] {
  return (table?.rows ?? []).filter(({ label }) => label !== notGiven).map((row) => {
    const [helpers, asked] = row.figures;
    return { name: row.label, helpers: numberIn(helpers), asked: numberIn(asked) };
  });
}

/** Where at least a fifth of the requests ended without any answer. */
function unanswered(table: PrintedTable | undefined): string[] {
  const total = table?.rows.find(({ isTotal }) => isTotal);
  const of = (label: string) =>
    numberIn(total?.figures[table?.columns.findIndex((each) => each.label === label) ?? -1]) ?? 0;
  const [asked, expired] = [of("Asked"), of("Expired")];
  return expired > 0 && expired * 5 >= asked
    ? [`${expired} of ${asked} requests expired without an answer.`]
    : [];
}

const numberIn = (figure: unknown) => typeof figure === "number" ? figure : undefined;
const mostAsked = (one: Topic, other: Topic) => (other.asked ?? 0) - (one.asked ?? 0);

function namesOf(topics: readonly Topic[]): string {
  const names = topics.slice(0, mostNames).map(({ name }) => name);
  const more = topics.length - names.length;
  if (more > 0) return `${names.join(", ")} and ${more} more topics`;
  const last = names.pop() ?? "";
  return names.length === 0 ? last : `${names.join(", ")} or ${last}`;
}
