import type { CycleGraph } from "../suppression/count-graph.ts";
import { connections } from "./connections.ts";
import { cohorts } from "./cohorts.ts";
import { freshness } from "./freshness.ts";
import { funnel } from "./funnel.ts";
import { retention } from "./retention.ts";
import type { MemberGroups } from "../replay/member-groups.ts";
import type { Roster } from "../replay/roster.ts";
import type { Closing, Fold, Highlight, Statistic } from "./statistic.ts";
import { supply } from "./supply.ts";
import type { Table } from "../tables.ts";

/** What one statistic says of one cycle. */
export interface Section {
  readonly name: Statistic<unknown>["name"];
  readonly title: string;
  readonly tables: readonly Table[];
  readonly highlights: readonly Highlight[];
}

/** A statistic at work, whatever it counts. */
export interface Runner {
  readonly observers: NonNullable<Fold<unknown>["observers"]>;
  /** Closes a cycle; the function that is returned adds its section to the count graph. */
  close(groups: MemberGroups, closing: Closing, roster: Roster): (graph: CycleGraph) => Section;
}

/** All statistics, in the order of a page, for one replay over this many months. */
export function createRunners(months: number): Runner[] {
  return Object.values(
    {
      funnel: createRunner(funnel, months),
      cohorts: createRunner(cohorts, months),
      supply: createRunner(supply, months),
      freshness: createRunner(freshness, months),
      retention: createRunner(retention, months),
      connections: createRunner(connections, months),
    } satisfies Readonly<Record<Section["name"], Runner>>,
  );
}

function createRunner<Counts>(statistic: Statistic<Counts>, months: number): Runner {
  const fold = statistic.createFold(months);
  return {
    observers: fold.observers ?? {},
    close(groups, closing, roster) {
      const counts = fold.close(groups, closing, roster);
      return (graph) => ({
        name: statistic.name,
        title: statistic.title,
        tables: statistic.tables(counts, graph, closing),
        highlights: statistic.highlights(counts, graph),
      });
    },
  };
}
