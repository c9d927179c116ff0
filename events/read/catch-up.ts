/**
 * Projection: keeps the read tables at the end of the log. A batch of events and the checkpoint after
 * it are one transaction that starts from the checkpoint it read, so no crash, second process or replay
 * can skip an event or apply one twice.
 *
 * @module
 */
import { joinedInstallation } from "../installation.ts";
import { migrate } from "../migrate.ts";
import { type Checkpoint, checkpointOf, isOf } from "./checkpoints.ts";
import { type ConnectionTable, createConnectionTable } from "./connections.ts";
import { follow, type FollowDependencies } from "./follow.ts";
import { createMemberTable, type MemberTable, type TablesVersion } from "./members.ts";
import { createProgramPeople, type ProgramPeople } from "./program-people.ts";
import { rebuild } from "./rebuild.ts";
import { createRevealTable, type RevealTable } from "./reveals.ts";
import { createReportTable, type ReportTable } from "./reports.ts";
import { projection } from "./projection.ts";
import { createSettingsTable, type SettingsTable } from "./settings.ts";
import { createTables } from "./tables.ts";

export interface ReadModel {
  readonly members: MemberTable;
  readonly connections: ConnectionTable;
  readonly reveals: RevealTable;
  readonly reports: ReportTable;
  readonly people: ProgramPeople;
  readonly settings: SettingsTable;
  /**
   * Resolves once the tables hold everything that was in the log before the call. The first call builds
   * them anew where they do not fit the log.
   */
  catchUp(): Promise<void>;
  /**
   * Builds the tables anew from the first event, beside the current ones, and switches at once.
   * Others read and write meanwhile, in this process and elsewhere.
   *
   * @param report Is told the log position that was reached, now and then.
   */
  rebuild(report?: (position: number) => void): Promise<void>;
  /** Whether the log has the event that the tables are at. Not, when an older log was put in its place. */
  fitsLog(): Promise<boolean>;
  /** Log position that the tables are at. */
  position(): Promise<number>;
  /** That, and which build of the tables it is. */
  version(): Promise<TablesVersion>;
  /** Whether the rows are those that this version of the product makes; a rebuild makes them so. */
  isOwn(): Promise<boolean>;
}

export async function openReadModel(deps: FollowDependencies): Promise<ReadModel> {
  const { database, projection: own = projection } = deps;
  await migrate(database, [
    {
      name: "0001-checkpoints",
      statements: [
        `CREATE TABLE checkpoints (
        name TEXT PRIMARY KEY,
        position INTEGER NOT NULL,
        generation INTEGER NOT NULL DEFAULT 0
      ) STRICT`,
        `INSERT INTO checkpoints (name, position) VALUES ('members', 0)`,
        `CREATE TABLE members (
        member_id TEXT PRIMARY KEY,
        position INTEGER NOT NULL,
        username_key TEXT,
        email_key TEXT,
        record TEXT
      ) STRICT`,
        "CREATE INDEX members_position_0 ON members (position)",
        "CREATE INDEX members_username_key_0 ON members (username_key)",
        "CREATE INDEX members_email_key_0 ON members (email_key)",
      ],
    },
    { name: "0002-installation", statements: joinedInstallation },
    {
      name: "0003-event-hash",
      statements: ["ALTER TABLE checkpoints ADD COLUMN event_hash TEXT"],
    },
    {
      name: "0004-projection",
      statements: ["ALTER TABLE checkpoints ADD COLUMN projection INTEGER NOT NULL DEFAULT 0"],
    },
    {
      name: "0005-stream-heads",
      statements: [
        "ALTER TABLE members ADD COLUMN version INTEGER NOT NULL DEFAULT 0",
        "ALTER TABLE members ADD COLUMN hash TEXT NOT NULL DEFAULT ''",
      ],
    },
    {
      name: "0006-connections",
      statements: createTables("members", 0, ["connections", "messages", "blocks"])
        .map(({ sql }) => sql),
    },
    {
      name: "0007-reveals",
      statements: createTables("members", 0, ["reveals"]).map(({ sql }) => sql),
    },
    {
      name: "0008-conversations",
      statements: [
        "ALTER TABLE members ADD COLUMN changed_position INTEGER NOT NULL DEFAULT 0",
        "ALTER TABLE members ADD COLUMN conversations INTEGER NOT NULL DEFAULT 0",
        "ALTER TABLE members ADD COLUMN paused_until TEXT",
        "DROP INDEX IF EXISTS members_position_0",
        "CREATE INDEX members_changed_0 ON members (changed_position)",
        "CREATE INDEX members_paused_0 ON members (paused_until) WHERE paused_until IS NOT NULL",
      ],
    },
    {
      name: "0009-program",
      statements: [
        "ALTER TABLE members ADD COLUMN standing TEXT",
        "ALTER TABLE members ADD COLUMN is_cadre INTEGER",
        "CREATE INDEX members_standing_0 ON members (standing) WHERE standing IS NOT NULL",
        "CREATE INDEX members_cadre_0 ON members (is_cadre) WHERE is_cadre IS NOT NULL",
        ...createTables("members", 0, ["reports"]).map(({ sql }) => sql),
      ],
    },
    {
      name: "0010-erased",
      statements: [
        "CREATE INDEX members_erased_0 ON members (changed_position) WHERE record IS NULL",
      ],
    },
    {
      name: "0011-settings",
      statements: createTables("members", 0, ["settings"]).map(({ sql }) => sql),
    },
    {
      name: "0012-sealed-since",
      // Empty until the next start builds them anew: what they hold has another shape.
      statements: ["ALTER TABLE members ADD COLUMN private_count INTEGER NOT NULL DEFAULT 0"]
        .concat(["reveals", "reports"].map((name) => `DROP TABLE ${name}`))
        .concat(createTables("members", 0, ["reveals", "reports"]).map(({ sql }) => sql)),
    },
  ]);
  const found = await checkpointOf(database, "members");
  if (found?.position === 0 && found.projection !== own) {
    // Tables without rows are of any projection.
    await database.write([{
      sql: "UPDATE checkpoints SET projection = ? WHERE name = 'members' AND position = 0",
      args: [own],
    }]);
  }

  async function checkpoint(): Promise<Checkpoint> {
    const found = await checkpointOf(database, "members");
    if (found === undefined) throw new Error("The read tables have no checkpoint");
    return found;
  }

  const fitsLog = async () => await isOf(deps.log, await checkpoint());

  /** What comes after one log must not be added to what another one had. */
  let isLookedAt = false;
  async function catchUp(): Promise<void> {
    if (!isLookedAt && !await fitsLog()) await rebuild(deps);
    isLookedAt = true;
    await follow(deps, "members");
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
    catchUp: shareWaiting(catchUp),
    rebuild: (report) => rebuild(deps, report),
    version: checkpoint,
    position: async () => (await checkpoint()).position,
    fitsLog,
    isOwn: async () => (await checkpoint()).projection === own,
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
