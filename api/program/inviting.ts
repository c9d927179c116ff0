import type { Database } from "../../events/database.ts";
import type { MailQueue } from "../../events/members/mail-queue.ts";
import type { Members } from "../../events/members/handle.ts";
import type { MemberTable } from "../../events/read/members.ts";
import type { SettingsTable } from "../../events/read/settings.ts";
import type { RateLimits } from "../auth/rate-limits.ts";
import { newToken } from "../auth/secret-token.ts";
import type { Tokens } from "../auth/tokens.ts";
import type { InvitedPerson } from "../contract/program.ts";
import type { EraseAccount } from "../erasure/erase-account.ts";
import { type ImportDependencies, inviteOne, prepare } from "../invitations/import-alumni.ts";
import { planImport } from "../invitations/plan-import.ts";
import { nextMailAt } from "../invitations/mail-times.ts";
import { readPending } from "../invitations/pending.ts";
import type { Log } from "../log.ts";
import type { MailLimits } from "../mail/mail-limits.ts";
import { draft } from "../mail/messages.ts";
import { Problem } from "../problems.ts";
import type { Inviting } from "./office.ts";
import type { Roster } from "./roster.ts";
import { createRequireStaff } from "./require-staff.ts";
import { createImports } from "./imports.ts";

export interface InvitingDependencies {
  readonly members: Members;
  readonly table: MemberTable;
  readonly settings: Pick<SettingsTable, "topics">;
  readonly roster: Pick<Roster, "invited">;
  readonly tokens: Pick<Tokens, "issue">;
  readonly databases: Readonly<Record<"events" | "vault", Database>>;
  readonly mailQueue: Pick<MailQueue, "add">;
  readonly limits: Pick<RateLimits & MailLimits, "change" | "verificationMail">;
  readonly erase: EraseAccount;
  readonly catchUpAll: () => Promise<void>;
  readonly wakeSender: () => void;
  readonly now: () => Date;
  readonly newId: () => string;
  readonly log: Log;
}

const pendingPageSize = 50;

const gone = () => new Problem(404, "This person has answered, or isn't invited any longer");

/** How the program's staff invites people, one by one and from a file. */
export function createInviting(deps: InvitingDependencies): Inviting {
  const { table, settings, databases, limits, catchUpAll, wakeSender, now, newId } = deps;
  const unansweredAmong = async (memberIds: readonly string[]) =>
    new Set((await readPending(databases, now(), memberIds)).map(({ memberId }) => memberId));
  const planning = { readModel: { catchUp: catchUpAll, members: table }, unansweredAmong, newId };

  async function importing(actorId: string): Promise<ImportDependencies> {
    const firstMailAt = await nextMailAt(databases.events, now());
    return { ...deps, ...planning, firstMailAt, actorId };
  }

  const imports = createImports({
    now,
    log: deps.log,
    topics: settings.topics,
    plan: (rows, columns) => planImport(rows, columns, planning),
    async prepare(actorId, plan, progress) {
      await prepare(plan, { ...await importing(actorId), batchSize: 10 }, progress);
      wakeSender();
      await catchUpAll();
    },
  });

  const requireStaff = createRequireStaff(deps);

  /** Somebody whose invitation waits for an answer. */
  async function invited(memberId: string, personId: string) {
    await requireStaff(memberId);
    const [pending] = await readPending(databases, now(), [personId]);
    const person = pending && await table.byId(personId);
    if (person === undefined) throw gone();
    return person;
  }

  /** Nobody but staff learns that there is such a thing. */
  const forStaff = <A extends readonly unknown[], T>(
    work: (memberId: string, ...more: A) => Promise<T>,
  ) =>
  async (memberId: string, ...more: A): Promise<T> => {
    await requireStaff(memberId);
    return await work(memberId, ...more);
  };

  return {
    pending: forStaff(async (_, wanted) => {
      const ids = await deps.roster.invited();
      const pages = Math.max(1, Math.ceil(ids.length / pendingPageSize));
      const page = Math.min(Math.max(1, wanted), pages);
      const shown = ids.slice((page - 1) * pendingPageSize, page * pendingPageSize);
      const [pending, people] = await Promise.all([
        readPending(databases, now(), shown),
        table.byIds(shown),
      ]);
      const found = pending.toReversed().flatMap(
        ({ memberId, invitedAtMs, is }): InvitedPerson[] => {
          const member = people.get(memberId);
          if (member === undefined) return [];
          const { firstName, lastName, role, email } = member;
          const invitedAt = new Date(invitedAtMs).toISOString();
          return [{ id: memberId, firstName, lastName, role, email, invitedAt, link: is }];
        },
      );
      return { people: found, total: ids.length, page, pages };
    }),
    invite: forStaff(async (memberId, person) => {
      await limits.change(memberId);
      if (!await inviteOne(person, await importing(memberId))) {
        const message = "Someone has an account with this address already";
        throw new Problem(409, message, { fields: { email: message } });
      }
      wakeSender();
      await catchUpAll();
    }),
    async resend(memberId, personId) {
      const { email: to, firstName } = await invited(memberId, personId);
      await limits.change(memberId);
      const undo = await limits.verificationMail({ memberId: personId, email: to });
      try {
        const token = newToken();
        await deps.tokens.issue("invitation", token, personId, to);
        await deps.mailQueue.add(personId, draft("invitation", { to, firstName, token }));
      } catch (error) {
        await undo();
        throw error;
      }
      wakeSender();
    },
    async withdraw(memberId, personId, origin) {
      await invited(memberId, personId);
      await deps.erase(personId, origin, memberId);
    },
    file: forStaff(imports.read),
    open: forStaff(imports.open),
    choose: forStaff(imports.choose),
    start: forStaff(imports.start),
    forget: forStaff(imports.forget),
  };
}
