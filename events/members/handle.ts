import { anonymousReveals, firstStoredDay } from "../contacts/reveals.ts";
import type { Statement } from "../store/database-port.ts";
import { Refusal } from "../errors.ts";
import type { Handler } from "../handler.ts";
import { type Cause, ClaimTaken, type EventLog } from "../store/event-log.ts";
import { isStaff } from "../program/admission.ts";
import { endEverything, withdrawQuestions, withdrawRequests } from "../program/closing.ts";
import { settingsStream } from "../program/setting-events.ts";
import type { ConnectionTable } from "../read/connections.ts";
import type { QuestionTable } from "../read/questions.ts";
import type { RevealTable } from "../read/reveals.ts";
import type { Transaction } from "../transaction.ts";
import { claimChange } from "./claims.ts";
import type { MemberCommand } from "./commands.ts";
import { decide } from "./decide.ts";
import { type Member, recordIn } from "./evolve.ts";
import type { MailDraft } from "./mail-queue.ts";
import type { MemberRecord } from "./record.ts";

export interface Work {
  readonly memberId: string;
  readonly commands: readonly MemberCommand[];
  /** Mails to the member about the change; not called if nothing changed. */
  readonly mail?: MailAbout | undefined;
  readonly along?: Along | undefined;
}

/**
 * Returns statements for the change's transaction. Called at every try, before its rules; may
 * refuse.
 */
export type Along = () => Promise<readonly Statement[]>;

/** Returns the mails about a change. Stored with its events, or not at all. */
export type MailAbout = (
  change: { readonly before: MemberRecord | undefined; readonly after: MemberRecord },
) => readonly MailDraft[];

export interface MembersDependencies {
  readonly handler: Handler;
  readonly log: Pick<EventLog, "readStream">;
  readonly connections: Pick<ConnectionTable, "askedBy" | "ofMember">;
  readonly questions: Pick<QuestionTable, "askedBy">;
  readonly reveals: Pick<RevealTable, "byViewer">;
  readonly claimKey: Uint8Array;
}

export class MemberCommands {
  constructor(private readonly deps: MembersDependencies) {}

  /** Executes one command, and resolves with the member's new state. */
  async execute(
    memberId: string,
    command: MemberCommand,
    cause: Cause,
    mail?: MailAbout,
  ): Promise<MemberRecord | undefined> {
    return await this.carryOut({ memberId, commands: [command], mail }, cause);
  }

  /** The same for several commands and statements. All of it is stored, or nothing. */
  async carryOut(work: Work, cause: Cause): Promise<MemberRecord | undefined> {
    const { memberId, commands } = work;
    // Erasures also append to the program's stream, and would conflict there.
    const isErasure = commands.some(({ type }) => type === "Erase");
    const lockOn = isErasure ? [memberId, settingsStream] : [memberId];
    const [member] = await this.#commit([work], cause, lockOn);
    return recordIn(member);
  }

  /** The same for many members at once. All of it is stored, or nothing. */
  async executeAll(work: readonly Work[], cause: Cause): Promise<void> {
    await this.#commit(work, cause);
  }

  async #commit(
    work: readonly Work[],
    cause: Cause,
    lockOn: readonly string[] = [],
  ): Promise<readonly Member[]> {
    const isOf = (type: MemberCommand["type"]) => ({ commands }: Work) =>
      commands.some((command) => command.type === type);
    const idsOf = (some: readonly Work[]) => some.map(({ memberId }) => memberId);
    const needsNoRoom = work.some(isOf("Erase"));
    const options = { cause, lockOn, needsNoRoom };
    return await this.deps.handler.handle(options, async (transaction) => {
      await transaction.makeKeys(idsOf(work.filter(isOf("Register"))));
      await Promise.all(idsOf(work).map((memberId) => transaction.member(memberId)));
      const members: Member[] = [];
      for (const one of work) members.push(await this.#decide(transaction, one));
      return members;
    }).catch((error) => {
      throw error instanceof ClaimTaken ? nameTaken(error) : error;
    });
  }

  async #decide(
    transaction: Transaction,
    { memberId, commands, mail, along }: Work,
  ): Promise<Member> {
    const { claimKey, connections, questions } = this.deps;
    const before = await transaction.member(memberId);
    if (along) transaction.alongside(await along());
    for (const command of commands) {
      await requireRemainingStaff(transaction, command);
      const member = await transaction.member(memberId);
      transaction.append(memberId, decide(member, command, transaction.now));
      if (command.type === "CloseAsking") {
        await withdrawRequests(transaction, memberId, connections);
        await withdrawQuestions(transaction, memberId, questions);
      }
      if (command.type === "RecordDeath") {
        await endEverything(transaction, memberId, connections);
        await withdrawQuestions(transaction, memberId, questions);
      }
    }
    const after = await transaction.member(memberId);
    if (!transaction.isChanging(memberId)) return after;
    const [recordBefore, recordAfter] = [recordIn(before), recordIn(after)];
    transaction.claim(memberId, claimChange(claimKey, recordBefore, recordAfter));
    if (recordAfter && mail) {
      transaction.mail(memberId, mail({ before: recordBefore, after: recordAfter }));
    }
    if (after.status === "erased") await this.#erase(transaction, memberId);
    return after;
  }

  /** Deletes a member's sealed data. Their views of contacts stay for the owners, anonymously. */
  async #erase(transaction: Transaction, memberId: string): Promise<void> {
    transaction.erase(memberId);
    const seen = await this.deps.reveals.byViewer(memberId, firstStoredDay(transaction.now));
    const reveals = anonymousReveals(seen);
    if (reveals.length === 0) return;
    await transaction.makeKeys([settingsStream]);
    await transaction.programStream(settingsStream);
    // A random cause, which doesn't identify them.
    transaction.append(settingsStream, reveals, { isAnonymous: true });
  }
}

async function requireRemainingStaff(
  transaction: Transaction,
  command: MemberCommand,
): Promise<void> {
  if (!("remainingStaffId" in command) || command.remainingStaffId == null) return;
  const member = recordIn(await transaction.member(command.remainingStaffId));
  if (member !== undefined && isStaff(member)) return;
  throw new Refusal("program/decided", "Staff have changed. Reload the page and try again");
}

function nameTaken({ kind }: ClaimTaken): Refusal {
  const [name, message] = kind === "username"
    ? ["username", "Username already taken"] as const
    : ["email", "Email already in use"] as const;
  return new Refusal(`member/${name}-taken`, message, { [name]: message });
}
