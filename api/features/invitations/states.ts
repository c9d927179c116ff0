import type { Compilable } from "kysely";
import type { Database, Statement } from "../../../events/store/database.ts";
import type { MemberRecord } from "../../../events/members/record.ts";
import { anyOf, statement, tables, tablesOf } from "../../../events/store/queries.ts";
import { tokenLifetimeMs } from "../../auth/tokens.ts";
import { invitationKinds } from "../../mail/setup/mail-state.ts";

interface InvitationState {
  readonly sentAt: Date | undefined;
  readonly isOpened: boolean;
}

const durability = "normal";

/** States of invitations, outside the event log. Deleted when invitations are answered or erased. */
export class InvitationStates {
  constructor(
    private readonly database: Pick<Database, "read" | "write">,
    private readonly now: () => Date,
  ) {}

  async all(): Promise<ReadonlyMap<string, InvitationState>> {
    const rows = await tablesOf(this.database).selectFrom("invitation_states").selectAll()
      .execute();
    return new Map(rows.map(({ member_id, sent_at_ms, opened_on }) => [member_id, {
      sentAt: sent_at_ms === null ? undefined : new Date(sent_at_ms),
      isOpened: opened_on !== null,
    }]));
  }

  async noteSent(memberId: string): Promise<void> {
    const sent = { sent_at_ms: this.now().getTime() };
    await this.#write(
      tables.insertInto("invitation_states").values({ member_id: memberId, ...sent })
        .onConflict((there) => there.column("member_id").doUpdateSet(sent)),
    );
  }

  /** Stores only the day on which an invitation was first opened. */
  async noteOpened(memberId: string): Promise<void> {
    const opened_on = this.now().toISOString().slice(0, 10);
    await this.#write(
      tables.insertInto("invitation_states").values({ member_id: memberId, opened_on })
        .onConflict((there) =>
          there.column("member_id").doUpdateSet({ opened_on })
            .where("invitation_states.opened_on", "is", null)
        ),
    );
  }

  /** For the transaction that stores its answer. */
  forgetting(memberId: string): Statement {
    return statement(tables.deleteFrom("invitation_states").where("member_id", "=", memberId));
  }

  links(
    invited: readonly Pick<MemberRecord, "memberId" | "createdAt">[],
  ): Promise<ReadonlyMap<string, LinkState>> {
    return readLinkStates(this.database, this.now(), invited);
  }

  /** Ids of the people whose invitation still waits to be sent. */
  unsent(memberIds: readonly string[]): Promise<ReadonlySet<string>> {
    return readUnsent(this.database, memberIds);
  }

  /** The time of the next invitation: after waiting ones, such as from an interrupted import. */
  nextMailAt(): Promise<Date> {
    return nextMailAt(this.database, this.now());
  }

  async #write(query: Compilable): Promise<void> {
    await this.database.write([statement(query)], durability);
  }
}

/** `over` once it has expired, `without link` when it was deleted before. */
export type LinkState = "open" | "over" | "without link";

async function readLinkStates(
  database: Pick<Database, "read">,
  now: Date,
  invited: readonly Pick<MemberRecord, "memberId" | "createdAt">[],
): Promise<ReadonlyMap<string, LinkState>> {
  const rows = await tablesOf(database).selectFrom("tokens").select("member_id").distinct()
    .where("kind", "=", "invitation").where("expires_at_ms", ">", now.getTime())
    .where("member_id", "in", anyOf(invited.map(({ memberId }) => memberId))).execute();
  const live = new Set(rows.map((row) => row.member_id));
  return new Map(invited.map(({ memberId, createdAt }) => {
    const isExpired = now.getTime() > Date.parse(createdAt) + tokenLifetimeMs.invitation;
    return [memberId, live.has(memberId) ? "open" : isExpired ? "over" : "without link"];
  }));
}

async function readUnsent(
  database: Pick<Database, "read">,
  memberIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await tablesOf(database).selectFrom("outbox").select("member_id").distinct()
    .where("member_id", "in", anyOf(memberIds)).where("kind", "in", anyOf(invitationKinds))
    .execute();
  return new Set(rows.map((row) => row.member_id));
}

/** One mail a second: few servers take more from one sender. */
export const mailEveryMs = 1000;

async function nextMailAt(database: Pick<Database, "read">, now: Date): Promise<Date> {
  const { waiting } = await tablesOf(database).selectFrom("outbox")
    .select(({ fn }) => fn.countAll<number>().as("waiting"))
    .where("attempts", "=", 0).where("address", "is", null)
    .where("kind", "in", anyOf(invitationKinds)).executeTakeFirstOrThrow();
  return new Date(now.getTime() + waiting * mailEveryMs);
}
