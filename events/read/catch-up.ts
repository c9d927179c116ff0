/**
 * Projection: applies new events to the read tables. A batch and its checkpoint are one transaction
 * that starts from the checkpoint it read, so no event is skipped or applied twice.
 */
import { shareRuns } from "../share-runs.ts";
import { checkpointOf } from "./checkpoints.ts";
import { differingTables } from "./compare.ts";
import { createConnectionTable } from "./connections.ts";
import { follow, type FollowDependencies } from "./follow.ts";
import { createMemberTable } from "./members.ts";
import { createProgramPeople } from "./program-people.ts";
import { rebuild } from "./rebuild.ts";
import { createRevealTable } from "./reveals.ts";
import { createReportTable } from "./reports.ts";
import { projection } from "./projection.ts";
import { createSettingsTable } from "./settings.ts";
import { openTables } from "./open-tables.ts";

export type ReadModel = Awaited<ReturnType<typeof openReadModel>>;

export async function openReadModel(deps: FollowDependencies) {
  const { database, projection: own = projection } = deps;
  await openTables(database, own);
  const checkpoint = () => checkpointOf(database);

  async function catchUp(): Promise<void> {
    await follow(deps);
    await settings.refresh();
  }

  const settings = createSettingsTable(database);
  await settings.refresh();

  return {
    members: createMemberTable(database, own, settings.topics),
    connections: createConnectionTable(database),
    reveals: createRevealTable(database),
    reports: createReportTable(database),
    people: createProgramPeople(database),
    settings,
    catchUp: shareRuns(catchUp),
    rebuild: (report?: (position: number) => void): Promise<void> => rebuild(deps, report),
    /** Tables with other rows than a rebuild gives. */
    differences: (report?: (position: number) => void) => differingTables(deps, report),
    version: checkpoint,
    position: async (): Promise<number> => (await checkpoint()).position,
    isCurrentProjection: async (): Promise<boolean> => (await checkpoint()).projection === own,
  };
}
