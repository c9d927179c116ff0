/**
 * Projection: keeps the read tables at the end of the log. A batch of events and the checkpoint after
 * it are one transaction that starts from the checkpoint it read, so no crash, second process or replay
 * can skip an event or apply one twice.
 *
 * @module
 */
import { checkpointOf, isOf } from "./checkpoints.ts";
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
  const fitsLog = async () => await isOf(deps.log, await checkpoint());

  /** What comes after one log must not be added to what another one had. */
  let isLookedAt = false;
  async function catchUp(): Promise<void> {
    if (!isLookedAt && !await fitsLog()) await rebuild(deps);
    isLookedAt = true;
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
    /**
     * Resolves once the tables hold everything that was in the log before the call. The first call builds
     * them anew where they do not fit the log.
     */
    catchUp: shareWaiting(catchUp),
    /**
     * Builds the tables anew from the first event, in memory, and then puts them in the place of the current ones.
     * Others read and write meanwhile, in this process and elsewhere.
     *
     * @param report Is told the log position that was reached, now and then.
     */
    rebuild: (report?: (position: number) => void): Promise<void> => rebuild(deps, report),
    /** That, and which build of the tables it is. */
    version: checkpoint,
    /** Log position that the tables are at. */
    position: async (): Promise<number> => (await checkpoint()).position,
    /** Whether the log has the event that the tables are at. Not, when an older log was put in its place. */
    fitsLog,
    /** Whether the rows are those that this version of the product makes; a rebuild makes them so. */
    isOwn: async (): Promise<boolean> => (await checkpoint()).projection === own,
  };
}

/** Calls that wait while one run is under way share the next run: it starts after all of them. */
function shareWaiting(run: () => Promise<void>): () => Promise<void> {
  let running: Promise<unknown> = Promise.resolve();
  let waiting: Promise<void> | undefined;
  return () => {
    waiting ??= running.then(() => {
      waiting = undefined;
      const now = run();
      running = now.catch(() => undefined);
      return now;
    });
    return waiting;
  };
}
