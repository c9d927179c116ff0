import { randomUUID } from "node:crypto";
import { isPending } from "../../../events/invitations/invitation.ts";
import type { MemberCommands } from "../../../events/members/handle.ts";
import type { MemberTable } from "../../../events/read/members.ts";
import type { SettingsTable } from "../../../events/read/settings.ts";
import type { Tokens } from "../../auth/tokens.ts";
import type { InvitePerson } from "../../contract/program.ts";
import type { DeclinedInvitations } from "./declined.ts";
import {
  type ImportParts,
  inviteOne,
  prepare,
  type Progress,
  type Sending,
} from "./import-alumni.ts";
import type { Inviters } from "./inviters.ts";
import { type Plan, planImport } from "./plan-import.ts";
import type { GuessedColumn } from "./rows/guess-sheet.ts";
import type { PersonRow } from "./rows/merge-people.ts";
import type { InvitationStates } from "./states.ts";

interface PreparingParts {
  readonly members: MemberCommands;
  readonly tables: {
    readonly members: MemberTable;
    readonly settings: Pick<SettingsTable, "topics">;
  };
  readonly tokens: Pick<Tokens, "issuing">;
  readonly states: Pick<InvitationStates, "nextMailAt">;
  readonly declined: Pick<DeclinedInvitations, "among" | "left">;
  readonly inviters: Pick<Inviters, "sealing">;
  readonly now: () => Date;
}

interface InvitedBy {
  readonly actorId: string;
  /** A sentence of theirs; empty without one. */
  readonly words: string;
}

/** Prepares accounts for people invited by staff. */
export class Preparing {
  constructor(private readonly parts: PreparingParts) {}

  plan(
    rows: readonly PersonRow[],
    columns: readonly Pick<GuessedColumn, "title" | "field">[],
  ): Promise<Plan> {
    return planImport(rows, columns, this.#importing());
  }

  async all({ actorId, words }: InvitedBy, plan: Plan, progress: Progress): Promise<void> {
    await prepare(plan, this.#importing(), await this.#sending({ actorId, words }), progress);
  }

  async one(
    by: InvitedBy,
    person: InvitePerson,
  ): Promise<"has an account" | "invited" | "invited before"> {
    if (await inviteOne(person, this.#importing(), await this.#sending(by))) return "invited";
    const member = await this.parts.tables.members.byEmail(person.email);
    return member !== undefined && isPending(member) ? "invited before" : "has an account";
  }

  #importing(): ImportParts {
    return { ...this.parts, newId: randomUUID };
  }

  async #sending({ actorId, words }: InvitedBy): Promise<Sending> {
    const seal = words === "" ? undefined : await this.parts.inviters.sealing(actorId);
    return { actorId, words: seal?.(words), firstMailAt: await this.parts.states.nextMailAt() };
  }
}
