import type { EventLog, StoredEvent } from "../../events/store/event-log.ts";
import type { MemberEvent } from "../../events/members/events.ts";
import type { MemberTable } from "../../events/read/members.ts";
import { Problem } from "../contract/problem.ts";
import type { Background } from "../node/background.ts";
import type { Log } from "../node/log.ts";
import type { Origin } from "./origin.ts";
import type { ProofKind } from "./proofs/proofs.ts";

interface AccessLogParts {
  readonly log: Log;
  readonly members: Pick<MemberTable, "byId">;
  readonly background: Pick<Background, "start">;
}

interface Attempt {
  readonly by: ProofKind;
  /** Whose account was named; unchecked, since a code that wasn't mailed has a random id. */
  readonly memberId?: string | undefined;
}

type Request = Pick<Origin, "requestId">;

/**
 * Who signed in, and who was refused, as lines of the service's log. A member is named by their random
 * id, and an account that doesn't exist by nothing. No line has what someone typed.
 */
export class AccessLog {
  constructor(private readonly parts: AccessLogParts) {}

  signedIn(memberId: string, by: readonly ProofKind[], origin: Request): void {
    this.#note("signed in", { member: memberId, by }, origin);
  }

  /** @param which Which sessions of the member ended. */
  signedOut(memberId: string, which: "this" | "another" | "all others", origin: Request): void {
    this.#note("signed out", { member: memberId, which }, origin);
  }

  /** Someone signed in has proved again who they are. */
  provedAgain(memberId: string, by: ProofKind, origin: Request): void {
    this.#note("proved again", { member: memberId, by: [by] }, origin);
  }

  /** For `.catch`: notes why someone wasn't signed in, and passes the refusal on. */
  notSignedIn(attempt: Attempt, origin: Request): (refusal: unknown) => never {
    return this.#passOn("sign-in refused", attempt, origin);
  }

  /** The same for someone signed in who has to prove again who they are. */
  notProved(attempt: Attempt, origin: Request): (refusal: unknown) => never {
    return this.#passOn("proof refused", attempt, origin);
  }

  #passOn(event: string, { by, memberId }: Attempt, origin: Request) {
    return (refusal: unknown): never => {
      const reason = refusal instanceof Problem ? reasonOf(refusal) : undefined;
      if (reason === undefined) throw refusal;
      // After the answer, so that its time doesn't reveal whether there is an account.
      this.parts.background.start("note of a refused sign-in", async () => {
        const member = memberId && (await this.parts.members.byId(memberId))?.memberId;
        this.#note(event, { ...member ? { member } : {}, by: [by], reason }, origin);
      });
      throw refusal;
    };
  }

  #note(
    event: string,
    details: Readonly<Record<string, string | readonly string[]>>,
    { requestId }: Request,
  ): void {
    this.parts.log({ level: "info", event, requestId, ...details });
  }
}

/** `undefined` if it says nothing about the person, such as that the disk is full. */
function reasonOf({ status }: Problem): string | undefined {
  if (status === 429) return "too many tries";
  if (status === 403) return "account closed";
  return status < 500 ? "wrong" : undefined;
}

type Line = (facts: StoredEvent["facts"]) => string | undefined;

/** Changes of what an account is reached by, and of staff access. */
const lines: Readonly<Partial<Record<MemberEvent["type"], Line>>> = {
  PasswordChanged: () => "password changed",
  PasswordReset: () => "password changed by a link",
  AccountDetailsChanged: (facts) => hasEmail(facts) ? "address changed" : undefined,
  EmailVerified: () => "address confirmed",
  AddressAsked: () => "address asked for",
  AddressConfirmed: () => "address changed",
  AddressesSwapped: () => "address changed",
  SecondAddressRemoved: () => "address removed",
  AddressChangeUndone: () => "address change undone",
  PasskeyAdded: () => "passkey added",
  PasskeyRemoved: () => "passkey removed",
  CadreConfirmed: () => "staff access given",
  CadreUnconfirmed: () => "staff access removed",
  RoleSelected: (facts) => hasLeftCadre(facts) ? "cadre role left" : undefined,
  MemberSuspended: () => "account suspended",
  MemberUnsuspended: () => "account restored",
};

/** Notes such changes once they are recorded by this process, with who made them. */
export function noteAccessChanges(eventLog: EventLog, log: Log): EventLog {
  return {
    ...eventLog,
    async append(commits) {
      const recorded = await eventLog.append(commits);
      for (const { type, facts, stream, actorId, correlationId } of recorded) {
        const event = lines[type as MemberEvent["type"]]?.(facts);
        if (event === undefined) continue;
        const who = { member: stream, actor: actorId };
        log({ level: "info", event, requestId: correlationId, ...who });
      }
      return recorded;
    },
  };
}

type Facts<T extends MemberEvent["type"]> = Extract<MemberEvent, { type: T }>["facts"];

const hasEmail = (facts: StoredEvent["facts"]) =>
  (facts as Facts<"AccountDetailsChanged">).changed.includes("email");
const hasLeftCadre = (facts: StoredEvent["facts"]) =>
  (facts as Facts<"RoleSelected">).previousRole === "cadre";
