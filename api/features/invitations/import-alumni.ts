import { Refusal } from "../../../events/errors.ts";
import type { Cause } from "../../../events/store/event-log.ts";
import type { MemberCommand } from "../../../events/members/commands.ts";
import type { MemberCommands, Work } from "../../../events/members/handle.ts";
import { checkProfile } from "../../../events/members/profile.ts";
import type { Topics } from "../../../events/program/topics.ts";
import type { SettingsTable } from "../../../events/read/settings.ts";
import type { ImportRow, InvitePerson } from "../../contract/program.ts";
import { newToken } from "../../auth/secret-token.ts";
import type { Tokens } from "../../auth/tokens.ts";
import { draft } from "../../mail/templates/messages.ts";
import { randomUsername } from "./free-usernames.ts";
import { mailEveryMs } from "./states.ts";
import { type Plan, planImport, type Planned, type PlanParts } from "./plan-import.ts";

export interface ImportParts extends PlanParts {
  readonly members: MemberCommands;
  readonly tables: PlanParts["tables"] & { readonly settings: Pick<SettingsTable, "topics"> };
  readonly tokens: Pick<Tokens, "issuing">;
  readonly now: () => Date;
}

/** The inviting staff member, their words, and the time of the first mail. */
export interface Sending {
  readonly actorId: string;
  /** Sealed. */
  readonly words: string | undefined;
  readonly firstMailAt: Date;
}

/** People stored in one transaction. */
const batchSize = 10;

export interface Progress {
  /** Called with each new person's result and plan. A row of the sheet may have two people. */
  readonly onRow: (row: ImportRow, planned: ImportRow) => void;
  readonly betweenBatches: () => Promise<void>;
}

/** Carries out a plan in batches. It can be repeated: no one is created or mailed twice. */
export async function prepare(
  { planned, offers }: Pick<Plan, "planned" | "offers">,
  deps: ImportParts,
  { actorId, words, firstMailAt }: Sending,
  { onRow, betweenBatches }: Progress,
): Promise<void> {
  const correlationId = deps.newId();
  const cause = { actorId, correlationId };
  const mailAt = (index: number) => firstMailAt.getTime() + index * mailEveryMs;
  for (let start = 0; start < planned.length; start += batchSize) {
    await betweenBatches();
    const batch: { readonly one: Planned; readonly work: Work }[] = [];
    for (const [at, one] of planned.slice(start, start + batchSize).entries()) {
      batch.push({ one, work: workFor(one, { words, notBeforeMs: mailAt(start + at) }, deps) });
    }
    try {
      await deps.members.executeAll(batch.map(({ work }) => work), cause);
      for (const { one: { row } } of batch) onRow({ ...row, is: "invited" }, row);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      // Someone has registered since the plan was made. Add people one by one, so that only that
      // person is refused.
      for (const { one, work } of batch) onRow(await inviteAlone(one, work, deps, cause), one.row);
    }
  }
  for (let start = 0; start < offers.length; start += batchSize) {
    await betweenBatches();
    // One by one: if a member was erased since the plan was made, only their offer fails.
    for (const { memberId, ...offer } of offers.slice(start, start + batchSize)) {
      await deps.members.execute(memberId, { type: "OfferDetails", ...offer }, cause)
        .catch((error) => {
          if (!(error instanceof Refusal)) throw error;
        });
    }
  }
}

/** Invites one person. Returns `false` when an account has their address. */
export async function inviteOne(
  person: InvitePerson,
  deps: ImportParts,
  sending: Sending,
): Promise<boolean> {
  const invitee = { ...person, fields: {}, otherEmails: [], notes: [] };
  const { firstName: name, email } = person;
  const row = { number: 1, name, email, notes: [], as: null, why: null };
  const plan = await planImport([{ ...row, is: "new", person: invitee }], [], {
    ...deps,
    // A past decline was checked already, or doesn't matter.
    declined: undefined,
  });
  let isNew = false;
  await prepare(plan, deps, sending, {
    onRow: ({ is }) => void (isNew = is === "invited"),
    betweenBatches: async () => {},
  });
  return isNew;
}

function workFor(
  one: Planned,
  { words, notBeforeMs }: Pick<Sending, "words"> & { readonly notBeforeMs: number },
  deps: ImportParts,
): Work {
  const memberId = deps.newId();
  const token = newToken();
  const { email: to, firstName } = one.invitee;
  const along = async () => [deps.tokens.issuing("invitation", token, memberId, to)];
  const mail = () => [draft("invitation", { to, firstName, token }, notBeforeMs)];
  const commands = [...commandsOf(one, deps), ...writing(words)];
  return { memberId, commands, mail, along };
}

async function inviteAlone(
  one: Planned,
  work: Work,
  deps: ImportParts,
  cause: Cause,
): Promise<ImportRow> {
  const { row, invitee } = one;
  // A username taken or a topic removed since then must not prevent the invitation.
  const renamed = { ...invitee, username: randomUsername(invitee, deps.newId) };
  const written = work.commands.filter(({ type }) => type === "WriteInvitation");
  const inPart = [...commandsOf({ ...one, invitee: renamed }, deps, false), ...written];
  for (const commands of [work.commands, inPart]) {
    try {
      await deps.members.executeAll([{ ...work, commands }], cause);
      return { ...row, is: "invited" };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      if (error.code === "member/email-taken") return { ...row, is: "here", notes: [] };
      if (commands !== work.commands) return { ...row, is: "failed", why: error.message };
    }
  }
  return row;
}

function writing(words: string | undefined): MemberCommand[] {
  return words === undefined ? [] : [{ type: "WriteInvitation", words }];
}

/** Details from the list become a hidden profile, or an offer if incomplete. */
function commandsOf(
  { invitee, cells }: Pick<Planned, "invitee" | "cells">,
  { now, tables: { settings } }: Pick<ImportParts, "now" | "tables">,
  mayCreate = true,
): MemberCommand[] {
  const { username, email, firstName, lastName, fields } = invitee;
  const register: MemberCommand = {
    type: "Register",
    role: "alumni",
    // They have not yet agreed that other members see their contacts.
    contactsFor: "connections",
    ...{ username, email, firstName, lastName },
  };
  const topics: Topics = settings.topics();
  const profile = { primaryEmail: email, ...fields };
  const context = { role: "alumni", year: now().getUTCFullYear(), topics } as const;
  const isWhole = mayCreate && checkProfile(profile, context).ok;
  const offer = { fields: isWhole ? {} : fields, cells, addresses: [email] };
  return [
    register,
    ...isWhole
      ? [{ type: "CreateProfile", fields: profile, isVisible: false, topics } as const]
      : [],
    { type: "OfferDetails", ...offer },
  ];
}
