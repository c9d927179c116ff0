import { type Role, roles } from "../vocabulary.ts";
import { roleLabel } from "./labels.ts";
import { type ReportRow, totalOf } from "./tables.ts";

const five = 5;

interface Group {
  readonly names: readonly string[];
  /** Number of people in the group, active or not. */
  readonly people: number;
  readonly figures: readonly number[];
}

export function rowsByRole(
  count: (role: Role | null) => { readonly people: number; readonly figures: readonly number[] },
  of: readonly (Role | null)[] = [...roles, null],
): ReportRow[] {
  const groups = of.map((role) => ({ names: [roleLabel(role)], ...count(role) }));
  return [...joinSmallGroups(groups), totalOf(groups.map(({ figures }) => figures))];
}

/** Groups of five people or more: smaller ones join a smaller neighbor; none for fewer in all. */
export function joinSmallGroups(
  groups: readonly Group[],
  labelOf: (names: readonly string[]) => string = listed,
): ReportRow[] {
  const joined = groups.filter(({ people, figures }) =>
    people > 0 || figures.some((figure) => figure > 0)
  );
  for (;;) {
    const at = smallestOf(joined);
    const smallest = joined[at];
    if (smallest === undefined || smallest.people >= five) break;
    if (joined.length === 1) return [];
    const sizeOf = (place: number) => joined[place]?.people ?? Infinity;
    const first = sizeOf(at - 1) < sizeOf(at + 1) ? at - 1 : at;
    const both = joined.slice(first, first + 2);
    joined.splice(first, 2, {
      names: both.flatMap(({ names }) => names),
      people: both.reduce((sum, { people }) => sum + people, 0),
      figures: smallest.figures.map((_, column) =>
        both.reduce((sum, { figures }) => sum + (figures[column] ?? 0), 0)
      ),
    });
  }
  return joined.map(({ names, figures }) => ({ label: labelOf(names), figures }));
}

function smallestOf(groups: readonly Group[]): number {
  const least = Math.min(...groups.map(({ people }) => people));
  return groups.findIndex(({ people }) => people === least);
}

/** `Alumni and cadre`. */
function listed(names: readonly string[]): string {
  const [first = "", ...others] = names;
  const all = [first, ...others.map((name) => name.toLowerCase())];
  return new Intl.ListFormat("en-US").format(all);
}
