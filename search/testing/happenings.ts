/**
 * Everything that can happen to a directory, in any order: people's commands, and the work and
 * failures of processes that follow the log.
 *
 * @module
 */
import fc from "fast-check";
import type { MemberCommand } from "../../events/members/commands.ts";
import { programMailKinds } from "../../events/members/program-mail-events.ts";
import { audiences } from "../../events/contacts/audiences.ts";

export const memberIds = ["a", "b", "c", "d"] as const;

/** One of two processes on the same databases. */
export type ProcessName = "one" | "two";

export type Happening =
  | {
    readonly kind: "command";
    readonly process: ProcessName;
    readonly memberId: string;
    readonly command: MemberCommand;
    /** Whether the other process rebuilds the read tables at the same time. */
    readonly duringRebuild: boolean;
  }
  | { readonly kind: "read"; readonly process: ProcessName }
  | { readonly kind: "index"; readonly process: ProcessName }
  /** Delivers earlier changes again, in pages of another size. */
  | { readonly kind: "deliver again"; readonly process: ProcessName; readonly pageSize: number }
  | { readonly kind: "rebuild"; readonly processes: readonly ProcessName[] }
  /** Ends without cleanup: unfinished work is left to the next process. */
  | { readonly kind: "restart"; readonly process: ProcessName }
  | { readonly kind: "send mail"; readonly process: ProcessName; readonly fate: MailFate };

/** Fate of taken mails: sent, sent by a process that dies before noting it, or postponed. */
export type MailFate = "sent" | "sent, but not noted" | "postponed";

const process = fc.constantFrom<ProcessName>("one", "two");
const processes = fc.array(process, { minLength: 1, maxLength: 3 });
const name = fc.constantFrom("pat", "PAT", "kim", "lee");
const text = fc.constantFrom("", "  Acme ", "Initech", "Fort Worth, TX");
const texts = fc.array(fc.constantFrom("", "Ranger", " networking", "RESUME REVIEW"), {
  maxLength: 3,
});

const fields = fc.record({
  classYear: fc.constantFrom("2012", "2018", "2005-2007"),
  rank: fc.constantFrom("CPT", "MAJ"),
  armyBranch: fc.constantFrom("Aviation", "Armor"),
  mos: fc.constantFrom("15A", "19A", " "),
  dutyStatus: fc.constantFrom("Veteran", null),
  industry: text,
  company: text,
  jobTitle: text,
  location: text,
  bio: text,
  formerName: text,
  helpTopics: fc.subarray(["Networking", "Resume Review"]),
  expertise: texts,
  armySchools: texts,
  primaryEmail: fc.constantFrom("pat@example.com", "", null),
  phoneNumber: fc.constantFrom("555-0100", null),
}, { requiredKeys: [] });

const completeFields = fields.map((some) => ({
  ...{ classYear: "2012", rank: "CPT", armyBranch: "Aviation", mos: "15A" },
  secondaryEmail: "kim@example.com",
  ...some,
}));

const decisions = fc.record({
  isVisible: fc.boolean(),
  sharedFields: fc.record({
    location: fc.boolean(),
    industry: fc.boolean(),
    specialty: fc.boolean(),
    helpTopics: fc.boolean(),
    classYear: fc.boolean(),
    formerName: fc.boolean(),
  }, { requiredKeys: [] }),
}, { requiredKeys: [] });

const role = fc.constantFrom("cadet" as const, "alumni" as const, "cadre" as const);
const address = name.map((some) => `${some}@example.com`);

/** Commands of a type with these values. */
function command<T extends MemberCommand["type"], V extends object>(
  type: T,
  values: { [Name in keyof V]: fc.Arbitrary<V[Name]> },
) {
  return fc.record(values).map((some) => ({ type, ...some } as { type: T } & V));
}

const programCommand: fc.Arbitrary<MemberCommand> = fc.oneof(
  command("Admit", { seen: fc.constantFrom("waiting" as const, "refused" as const) }),
  command("Refuse", {
    words: fc.constantFrom("No", null),
    seen: fc.constantFrom("waiting" as const, "in" as const),
  }),
  fc.constantFrom(
    ...([
      "ConfirmCadre",
      "GrantCadre",
      "Suspend",
      "Unsuspend",
      "RecordDeath",
      "UndoDeath",
      "CloseAsking",
      "OpenAsking",
    ] as const),
  ).map((type) => ({ type })),
  command("UnconfirmCadre", { remainingStaffId: fc.constant(null) }),
  command("TakeCadre", {
    role: fc.constantFrom("alumni" as const, "cadet" as const),
    remainingStaffId: fc.constant(null),
  }),
);

const memberCommand: fc.Arbitrary<MemberCommand> = fc.oneof(
  {
    weight: 4,
    arbitrary: command("Register", {
      username: name,
      email: address,
      firstName: name,
      lastName: name,
      role: fc.option(role, { nil: null }),
      contactsFor: fc.constantFrom(undefined, ...audiences),
      needs: fc.constantFrom(undefined, "confirmation" as const, "approval" as const),
      hasCode: fc.boolean(),
    }),
  },
  command("SelectRole", {
    role,
    confirmedBy: fc.constantFrom(undefined, "code" as const),
  }),
  programCommand,
  fc.record({
    type: fc.constant("ChangeAccountDetails" as const),
    username: name,
    email: address,
    firstName: name,
    lastName: name,
  }, { requiredKeys: ["type"] }),
  command("AskAddress", {
    as: fc.constantFrom("main" as const, "second" as const),
    email: address,
  }),
  { weight: 2, arbitrary: command("ConfirmAddress", { email: address }) },
  command("UndoAddressChange", { email: address }),
  fc.constantFrom(
    ...[
      "DropAskedAddress",
      "SwapAddresses",
      "RemoveSecondAddress",
      "EndFormerAddresses",
    ] as const,
  ).map((type) => ({ type })),
  command("VerifyEmail", { email: address, domain: fc.constantFrom(undefined, "example.com") }),
  {
    weight: 4,
    arbitrary: fc.tuple(completeFields, decisions)
      .map(([fields, decided]) => ({ type: "CreateProfile" as const, fields, ...decided })),
  },
  {
    weight: 4,
    arbitrary: fc.tuple(fc.oneof(fields, fc.constant({})), decisions)
      .map(([fields, decided]) => ({ type: "ChangeProfile" as const, fields, ...decided })),
  },
  command("ConfirmCommission", {
    classYear: fc.constantFrom("2012", "2018", "x"),
    rank: fc.constantFrom("2LT", "CPT", "CDT"),
    armyBranch: fc.constantFrom("Aviation", "Armor"),
    component: fc.constantFrom("Active Duty", "National Guard", "Veteran"),
  }),
  command("PutOffCommission", { isForGood: fc.boolean() }),
  fc.constantFrom("UndoCommission" as const, "RemindOfCommission" as const)
    .map((type) => ({ type })),
  command("ChangeContactAudiences", {
    audiences: fc.record({
      primaryEmail: fc.constantFrom(...audiences),
      phoneNumber: fc.constantFrom(...audiences),
    }, { requiredKeys: [] }),
  }),
  command("ChangeProfileImage", {
    objectPath: fc.constantFrom("/objects/one", "/objects/two", null),
  }),
  command("SendProgramMail", {
    kind: fc.constantFrom(...programMailKinds),
    momentMs: fc.integer({ min: 0, max: 10 }).map((day) => Date.UTC(2026, 1, 20 + day, 12)),
  }),
  command("ChangeProgramMails", { wants: fc.boolean() }),
  fc.constantFrom(
    ...["RecordPasswordReset", "ConfirmProfile", "DeleteProfile", "Erase"] as const,
  ).map((type) => ({ type })),
);

/** A happening of one kind with these values. */
function happeningOf<D extends Happening["kind"], V extends object>(
  kind: D,
  values: { [Name in keyof V]: fc.Arbitrary<V[Name]> },
) {
  return fc.record(values).map((some) => ({ kind, ...some } as { kind: D } & V));
}

export const happening: fc.Arbitrary<Happening> = fc.oneof(
  {
    weight: 12,
    arbitrary: happeningOf("command", {
      process,
      memberId: fc.constantFrom(...memberIds),
      command: memberCommand,
      duringRebuild: fc.nat(9).map((chance) => chance === 0),
    }),
  },
  { weight: 3, arbitrary: happeningOf("read", { process }) },
  { weight: 2, arbitrary: happeningOf("index", { process }) },
  happeningOf("deliver again", { process, pageSize: fc.integer({ min: 1, max: 3 }) }),
  happeningOf("rebuild", { processes }),
  happeningOf("restart", { process }),
  {
    weight: 2,
    arbitrary: happeningOf("send mail", {
      process,
      fate: fc.constantFrom<MailFate>("sent", "sent, but not noted", "postponed"),
    }),
  },
);
