import type { Row } from "./tables.ts";

/** The fewest people that figures of what people did may be about, by who they are. */
export const five = 5;

export interface Group {
  /** `Cadets`, as it is in the middle of a list: `alumni and cadets`. */
  readonly names: readonly string[];
  /** How many people are in it, whatever they did. */
  readonly people: number;
  readonly figures: readonly number[];
}

/**
 * Rows of groups with five people or more. The smallest group is joined with the next larger one until each has five;
 * where all together are fewer, there is none. What all did together is no matter of who they are.
 */
export function joinSmallGroups(groups: readonly Group[]): Row[] {
  let joined = groups.filter(({ people, figures }) => people > 0 || figures.some((one) => one > 0));
  for (;;) {
    const [smallest, next] = joined.toSorted((one, other) => one.people - other.people);
    if (smallest === undefined || smallest.people >= five) break;
    if (next === undefined) return [];
    const both = joined.filter((group) => group === smallest || group === next);
    const group = {
      names: both.flatMap(({ names }) => names),
      people: smallest.people + next.people,
      figures: smallest.figures.map((figure, at) => figure + (next.figures[at] ?? 0)),
    };
    joined = joined.flatMap((one) => one === both[0] ? [group] : one === both[1] ? [] : [one]);
  }
  return joined.map(({ names, figures }) => ({ label: listed(names), figures }));
}

/** `Alumni and cadre`. */
function listed(names: readonly string[]): string {
  const [first = "", ...others] = names;
  const all = [first, ...others.map((name) => name.toLowerCase())];
  return new Intl.ListFormat("en-US").format(all);
}
