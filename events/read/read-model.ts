import { isDatabaseAway } from "../store/database-errors.ts";
import type { Statement } from "../store/database.ts";
import { isSetting } from "../program/setting-events.ts";
import { differingTables } from "./compare.ts";
import { createConnectionTable } from "./connections.ts";
import type { FoldDependencies } from "./fold.ts";
import { createMemberTable } from "./members.ts";
import { createProgramPeople } from "./program-people.ts";
import type { OpenedEvent } from "./project.ts";
import { projection, refuseOther } from "./projection.ts";
import { type ProjectedFrom, projectionStatements } from "./projector.ts";
import { rebuild } from "./rebuild.ts";
import { createQuestionTable } from "./questions.ts";
import { createReportTable } from "./reports.ts";
import { createRevealTable } from "./reveals.ts";
import { createOpenRow } from "./sealed-rows.ts";
import { createSettingsTable } from "./settings.ts";
import { claimEmptyTables, refuseRebuilt, tablesVersion } from "./tables-version.ts";

export type ReadModel = Awaited<ReturnType<typeof openReadModel>>;

/** Changes of the read tables by events that are about to be appended. */
export interface Projecting {
  /** Part of the same transaction. */
  readonly statements: readonly Statement[];
  /** Called after the transaction. */
  finish(): Promise<void>;
}

export async function openReadModel(
  deps: FoldDependencies & { readonly claimKey: Uint8Array },
) {
  const { database, projection: own = projection } = deps;
  await claimEmptyTables(database, own);
  const settings = createSettingsTable(database);
  await settings.refresh();
  const open = createOpenRow(deps.keys);
  const version = () => tablesVersion(database);

  return {
    members: createMemberTable({ ...deps, open, topics: settings.topics }),
    connections: createConnectionTable(database),
    questions: createQuestionTable(database),
    reveals: createRevealTable(database),
    reports: createReportTable(database),
    people: createProgramPeople(database, open),
    settings,
    /**
     * @param from `generation` is that of the tables that `before` was read from.
     * @throws {OtherProjection} When another version of the product built the tables.
     */
    async project(
      events: readonly OpenedEvent[],
      { generation, ...from }: ProjectedFrom & { readonly generation?: number | undefined },
    ): Promise<Projecting> {
      if (generation === undefined) {
        const built = await version();
        refuseOther(built, own);
        generation = built.generation;
      }
      const statements = await projectionStatements(database, events, from);
      const changesSettings = events.some(({ event }) => isSetting(event));
      return {
        statements: [refuseRebuilt(generation), ...statements],
        async finish() {
          // The events are stored, so this may fail and be done later.
          if (changesSettings) await unlessAway(settings.refresh());
        },
      };
    },
    rebuild: (report?: (position: number) => void): Promise<void> => rebuild(deps, report),
    /** Tables whose rows differ from a rebuild's. */
    differences: (report?: (position: number) => void) => differingTables(deps, report),
    version,
    position: async (): Promise<number> => (await version()).position,
    isCurrentProjection: async (): Promise<boolean> => (await version()).projection === own,
  };
}

async function unlessAway(work: Promise<void>): Promise<void> {
  await work.catch((error) => {
    if (!isDatabaseAway(error)) throw error;
  });
}
