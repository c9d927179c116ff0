import { type Selectable, sql } from "kysely";
import type { DatabaseRow } from "./database-port.ts";
import { type Database, isConstraintError, type Statement } from "./database.ts";
import { DatabaseUnfit } from "./database-errors.ts";
import { anyOf, compiledOnce, rowsOf, statement, tables, tablesOf } from "./queries.ts";
import type { Tables } from "./tables.ts";
import { destroyedKey } from "./other-tables.ts";
import { kekIdOf, type Key, newKey, open, seal } from "./seal.ts";

/** One key per member. Without it, none of that member's personal data can be read. */
export interface MemberKeys {
  load(memberIds: readonly string[]): Promise<ReadonlyMap<string, Key>>;
  /** The key in a row with `keyColumns` and the member's id. */
  keyIn(row: DatabaseRow): Key | undefined;
  /** Returns members' keys, and statements that store the new ones. An erased member gets none. */
  make(memberIds: readonly string[]): Promise<MadeKeys>;
  /** Returns members' keys once they are stored. */
  ensure(memberIds: readonly string[]): Promise<ReadonlyMap<string, Key>>;
}

export interface MadeKeys {
  readonly keys: ReadonlyMap<string, Key>;
  /** Refused if another writer was first. */
  readonly statements: readonly Statement[];
}

/** For queries that join `member_keys`, to read sealed columns with their key. */
export const keyColumns = ["wrapped", "kek_id"] as const;

/** Another writer can be first only once for each member. */
const maxTries = 10;

const stored = compiledOnce((args: { memberIds: string }) =>
  tables.selectFrom("member_keys").select(["member_id", "wrapped", "kek_id"])
    .where("member_id", "in", sql<string>`(select value from json_each(${args.memberIds}))`)
);

export type Keys = ReturnType<typeof createKeys>;

/** Members' keys, each wrapped by the key-encryption key. */
export function createKeys(database: Database, { kek }: { readonly kek: Key }) {
  const kekId = kekIdOf(kek);
  const db = tablesOf(database);

  function unwrap({ member_id, wrapped, kek_id }: Wrapped): Key {
    if (kek_id !== kekId) throw otherSecret();
    return open(kek, member_id, new Uint8Array(wrapped));
  }

  /** `null` for a key that was destroyed. */
  async function read(memberIds: readonly string[]): Promise<Map<string, Key | null>> {
    if (memberIds.length === 0) return new Map();
    const rows = await rowsOf(database, stored({ memberIds: JSON.stringify(memberIds) }));
    return new Map(
      rows.map((row) => [row.member_id, row.kek_id === destroyedKey ? null : unwrap(row)]),
    );
  }

  async function make(memberIds: readonly string[]): Promise<MadeKeys> {
    const known = await read(memberIds);
    const made = new Map(
      memberIds.filter((memberId) => !known.has(memberId))
        .map((memberId) => [memberId, newKey()] as const),
    );
    const statements = [...made].map(([member_id, key]) =>
      statement(
        tables.insertInto("member_keys")
          .values({ member_id, wrapped: seal(kek, member_id, key), kek_id: kekId }),
      )
    );
    return { keys: new Map([...present(known), ...made]), statements };
  }

  const erased = () =>
    db.selectFrom("member_keys").select("member_id").where("kek_id", "=", sql.lit(destroyedKey));

  return {
    async erasedIds(): Promise<string[]> {
      return (await erased().execute()).map((row) => row.member_id);
    },
    async isErased(memberId: string): Promise<boolean> {
      return await erased().where("member_id", "=", memberId).executeTakeFirst() !== undefined;
    },
    load: async (memberIds: readonly string[]) => present(await read(memberIds)),
    keyIn({ member_id, wrapped, kek_id }: DatabaseRow): Key | undefined {
      if (!(wrapped instanceof ArrayBuffer) || kek_id === destroyedKey) return undefined;
      return unwrap({ member_id: String(member_id), wrapped, kek_id: String(kek_id) });
    },
    make,
    async ensure(memberIds: readonly string[]): Promise<ReadonlyMap<string, Key>> {
      for (let tries = 1;; tries++) {
        const { keys, statements } = await make(memberIds);
        if (statements.length === 0) return keys;
        try {
          await database.write(statements);
          return keys;
        } catch (error) {
          // Another process made them at the same time: both use the first ones.
          if (!isConstraintError(error) || tries === maxTries) throw error;
        }
      }
    },
    /** @throws {DatabaseUnfit} When keys are wrapped by another key-encryption key. */
    async check(): Promise<void> {
      const unknown = await db.selectFrom("member_keys").select("id")
        .where("kek_id", "not in", anyOf([kekId, destroyedKey])).limit(1).executeTakeFirst();
      if (unknown !== undefined) throw otherSecret();
    },
  };
}

type Wrapped = Pick<Selectable<Tables["member_keys"]>, "member_id" | "wrapped" | "kek_id">;

function present(keys: ReadonlyMap<string, Key | null>): Map<string, Key> {
  return new Map([...keys].flatMap(([memberId, key]) => key === null ? [] : [[memberId, key]]));
}

function otherSecret(): DatabaseUnfit {
  return new DatabaseUnfit(
    "The data was written with another secret, or the secret was changed since this process started: " +
      "check SECRET_FILE, and start it again",
  );
}
