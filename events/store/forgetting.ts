import type { Statement } from "./database-port.ts";
import { statement, tables } from "./queries.ts";
import { destroyedKey, tablesOfMembers } from "./other-tables.ts";

/** Destroys a member's key permanently, and deletes their rows in all other tables. */
export function forgetting(memberId: string): Statement[] {
  const destroyed = { wrapped: new Uint8Array(60), kek_id: destroyedKey };
  return [
    statement(
      tables.insertInto("member_keys").values({ member_id: memberId, ...destroyed })
        .onConflict((there) => there.column("member_id").doUpdateSet(destroyed)),
    ),
    ...tablesOfMembers.map((table) =>
      statement(tables.deleteFrom(table).where("member_id", "=", memberId))
    ),
  ];
}
