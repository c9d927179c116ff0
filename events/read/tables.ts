import type { Statement } from "../store/database.ts";

interface TableShape {
  readonly columns: string;
  readonly indexes: Readonly<Record<string, string>>;
}

const shapes = {
  /**
   * Everyone who ever registered. `sealed` is the `MemberRecord` under the member's key, `NULL`
   * once
   * erased. `changed_position` is that of the last event, also of others, that changed them in
   * lists: followers page by it. `conversations` counts open ones they accepted, `paused_until` is
   * a
   * month or `resumed`. Mails that no member caused fall due by `nudge_ms`, the moment of the nudge
   * to
   * a cadet, and by `confirm_phase_ms`, the moment within each 365 days at which the owner of a
   * shown
   * profile is asked whether it is still right. `standing` is their list of the program, with the
   * time of the decision or of
   * their registration. `topics` are those they help with. At `undo_until_ms`, the oldest address
   * that
   * can undo a change no longer can.
   * `version` is the end of their stream, and `dealings` the number of events between them and
   * others: it only grows, and isn't the same after a rebuild.
   */
  members: {
    columns: `member_id TEXT PRIMARY KEY,
      sealed BLOB,
      version INTEGER NOT NULL DEFAULT 0,
      changed_position INTEGER NOT NULL DEFAULT 0,
      conversations INTEGER NOT NULL DEFAULT 0,
      paused_until TEXT,
      undo_until_ms INTEGER,
      standing TEXT,
      standing_since TEXT,
      role TEXT,
      created_at TEXT,
      is_invited INTEGER,
      is_confirmed INTEGER,
      has_picture INTEGER,
      topics TEXT,
      nudge_ms INTEGER,
      confirm_phase_ms INTEGER,
      dealings INTEGER NOT NULL DEFAULT 0`,
    indexes: {
      changed: "(changed_position)",
      erased: "(changed_position) WHERE sealed IS NULL",
      paused: "(paused_until) WHERE paused_until IS NOT NULL",
      undo: "(undo_until_ms) WHERE undo_until_ms IS NOT NULL",
      standing: "(standing, standing_since) WHERE standing IS NOT NULL",
      cadre: "(role) WHERE role = 'cadre'",
      nudge: "(nudge_ms) WHERE nudge_ms IS NOT NULL",
      confirm: "(confirm_phase_ms) WHERE confirm_phase_ms IS NOT NULL",
    },
  },
  connections: {
    columns: `connection_id TEXT PRIMARY KEY,
      asker_id TEXT,
      mentor_id TEXT,
      stream TEXT NOT NULL,
      state TEXT NOT NULL,
      asked_position INTEGER,
      asked_ms INTEGER,
      waits_for TEXT,
      since_ms INTEGER,
      record TEXT NOT NULL`,
    indexes: {
      asker: "(asker_id)",
      mentor: "(mentor_id, asked_ms)",
      waits: "(waits_for, since_ms)",
    },
  },
  /** Positions of texts in the log. Texts with `is_left` are to be deleted there. */
  messages: {
    columns: `message_id TEXT PRIMARY KEY,
      connection_id TEXT NOT NULL,
      author_id TEXT NOT NULL,
      kind TEXT NOT NULL,
      position INTEGER NOT NULL,
      at_ms INTEGER NOT NULL,
      is_left INTEGER NOT NULL`,
    indexes: {
      connection: "(connection_id, position)",
      left: "(position) WHERE is_left",
      kept: "(at_ms) WHERE kind = 'reply'",
    },
  },
  /** Questions to the program's alumni. Their texts are among the messages. */
  questions: {
    columns: `question_id TEXT PRIMARY KEY,
      asker_id TEXT NOT NULL,
      state TEXT NOT NULL,
      waits_for TEXT NOT NULL,
      since_ms INTEGER NOT NULL,
      record TEXT NOT NULL`,
    indexes: {
      asker: "(asker_id)",
      waits: "(waits_for, since_ms)",
      staff: "(since_ms) WHERE state = 'staff'",
    },
  },
  /** Recipients of a question, and staff who closed it. */
  question_people: {
    columns: `question_id TEXT NOT NULL,
      member_id TEXT NOT NULL,
      part TEXT NOT NULL,
      PRIMARY KEY (question_id, member_id, part)`,
    indexes: { member: "(member_id)" },
  },
  /** Blocks, with the log positions of their start and end. */
  blocks: {
    columns: `blocker_id TEXT NOT NULL,
      blocked_id TEXT NOT NULL,
      from_position INTEGER NOT NULL,
      until_position INTEGER,
      PRIMARY KEY (blocker_id, blocked_id, from_position)`,
    indexes: { blocked: "(blocked_id)" },
  },
  /**
   * Contact views; the viewer is `NULL` once one of the two has left. `is_left`: to be deleted from
   * the log.
   */
  reveals: {
    columns: `owner_id TEXT NOT NULL,
      viewer_id TEXT,
      contact TEXT NOT NULL,
      day TEXT NOT NULL,
      position INTEGER NOT NULL,
      is_left INTEGER NOT NULL,
      at_ms INTEGER NOT NULL DEFAULT 0`,
    indexes: {
      owner: "(owner_id, day)",
      viewer: "(viewer_id, day)",
      day: "(day)",
      left: "(position) WHERE is_left",
    },
  },
  reports: {
    columns: `report_id TEXT PRIMARY KEY,
      reporter_id TEXT,
      reported_id TEXT,
      connection_id TEXT,
      reason TEXT,
      position INTEGER NOT NULL,
      at_ms INTEGER NOT NULL,
      action TEXT,
      handler_id TEXT,
      handled_at_ms INTEGER`,
    indexes: {
      open: "(position) WHERE action IS NULL",
      at: "(at_ms)",
      reporter: "(reporter_id, at_ms)",
    },
  },
  settings: {
    columns: "id INTEGER PRIMARY KEY, record TEXT NOT NULL",
    indexes: {},
  },
} as const satisfies Readonly<Record<string, TableShape>>;

export type TableName = keyof typeof shapes;
export const tableNames = Object.keys(shapes) as readonly TableName[];

export function columnsOf(table: TableName): string[] {
  return [...shapes[table].columns.matchAll(/(?:^|,)\s*([a-z_]+) /g)].map(([, name = ""]) => name);
}

export function createTables(): string[] {
  return tableNames.flatMap((name) => {
    const { columns, indexes }: TableShape = shapes[name];
    return [
      `CREATE TABLE ${name} (${columns}) STRICT`,
      ...Object.entries(indexes).map(([index, of]) =>
        `CREATE INDEX ${name}_${index}_0 ON ${name} ${of}`
      ),
    ];
  });
}

/** A log position, or the event's id while it is being appended. */
export type PositionOrId = number | string;

/** SQL for a `PositionOrId`. `value` is a named or numbered argument, since it is used three times. */
export function positionOf(value: string): string {
  return `iif(typeof(${value}) = 'text', (SELECT position FROM events WHERE event_id = ${value}), ${value})`;
}

/**
 * @param rows JSON of a list of rows, each a list with the values of these columns; positions as
 * `PositionOrId`, bytes as hexadecimal digits.
 * @param key A column: a row with the same value there is updated.
 */
export function insertAll(
  table: TableName,
  columns: readonly string[],
  rows: string,
  key?: string,
): Statement {
  const values = columns.map((column, at) => {
    if (column.endsWith("position")) return positionOf(`(value ->> ${at})`);
    return column === "sealed" ? `unhex(value ->> ${at})` : `value ->> ${at}`;
  });
  const updates = columns.map((column) => `${column} = excluded.${column}`);
  const update = `ON CONFLICT (${key}) DO UPDATE SET ${updates.join(", ")}`;
  return {
    sql: `INSERT INTO ${table} (${columns.join(", ")})
      SELECT ${values.join(", ")} FROM json_each(?) WHERE true ${key === undefined ? "" : update}`,
    args: [rows],
  };
}
