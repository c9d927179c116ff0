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
  /** The account named. Not checked: a code that wasn't mailed has a random id. */
  readonly memberId?: string | undefined;
}

type Request = Pick<Origin, "requestId">;

/**
 * Logs sign-ins and refusals. A line has the member's random id, and no name if the account doesn't exist. It never
 * has text that a person typed.
 */
export class AccessLog {
  constructor(private readonly parts: AccessLogParts) {}

  signedIn(memberId: string, by: readonly ProofKind[], origin: Request): void {
    this.#note("signed in", { member: memberId, by }, origin);
  }

  /** @param which The member's sessions that ended. */
  signedOut(memberId: string, which: "this" | "another" | "all others", origin: Request): void {
    this.#note("signed out", { member: memberId, which }, origin);
  }

  /** A signed-in member proved their identity again. */
  provedAgain(memberId: string, by: ProofKind, origin: Request): void {
    this.#note("proved again", { member: memberId, by: [by] }, origin);
  }

  /** For `.catch`: logs why a sign-in was refused, and rethrows the refusal. */
  notSignedIn(attempt: Attempt, origin: Request): (refusal: unknown) => never {
    return this.#passOn("sign-in refused", attempt, origin);
  }

  /** Like `notSignedIn`, for a signed-in member who has to prove their identity again. */
  notProved(attempt: Attempt, origin: Request): (refusal: unknown) => never {
    return this.#passOn("proof refused", attempt, origin);
  }

  #passOn(event: string, { by, memberId }: Attempt, origin: Request) {
    return (refusal: unknown): never => {
      const reason = refusal instanceof Problem ? reasonOf(refusal) : undefined;
      if (reason === undefined) throw refusal;
      // Logs after the answer, so that its time doesn't reveal whether the account exists.
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

/** `undefined` if the problem isn't about the person, such as a full disk. */
function reasonOf({ status }: Problem): string | undefined {
  if (status === 429) return "too many tries";
  if (status === 403) return "account closed";
  return status < 500 ? "wrong" : undefined;
}

type LogText = (facts: StoredEvent["facts"]) => string | undefined;

/** Log texts for changes of ways to sign in, and of staff access. */
const logTexts: Readonly<Partial<Record<MemberEvent["type"], LogText>>> = {
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

/** Logs access changes stored by this process, with the member who made them. */
export function noteAccessChanges(eventLog: EventLog, log: Log): EventLog {
  return {
    ...eventLog,
    async append(commits) {
      const stored = await eventLog.append(commits);
      for (const { type, facts, stream, actorId, correlationId } of stored) {
        const event = logTexts[type as MemberEvent["type"]]?.(facts);
        if (event === undefined) continue;
        const members = { member: stream, actor: actorId };
        log({ level: "info", event, requestId: correlationId, ...members });
      }
      return stored;
    },
  };
}

type Facts<T extends MemberEvent["type"]> = Extract<MemberEvent, { type: T }>["facts"];

const hasEmail = (facts: StoredEvent["facts"]) =>
  (facts as Facts<"AccountDetailsChanged">).changed.includes("email");
const hasLeftCadre = (facts: StoredEvent["facts"]) =>
  (facts as Facts<"RoleSelected">).previousRole === "cadre";
