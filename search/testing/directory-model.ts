/**
 * A plain model of a directory: a map of people that commands change in place. It shares no code
 * with
 * the rules, projections and documents that are compared with it.
 *
 * @module
 */
import type { MemberCommand } from "../../events/members/commands.ts";

type Fields = Record<string, unknown>;
type Command<T extends MemberCommand["type"]> = Extract<MemberCommand, { type: T }>;

interface Page {
  fields: Fields;
  visible: boolean;
  shared: Record<string, boolean>;
  createdAt: string;
  changedAt: string;
  /** Time of the last visible change. */
  seenAt: string;
  /** When the owner last changed a visible detail, or confirmed all. */
  confirmedAt: string;
}

interface Person {
  username: string;
  email: string;
  confirmed: boolean;
  /** A new address that its mailbox hasn't confirmed. */
  asked: { email: string; as: "main" | "second" } | null;
  second: string | null;
  former: Former[];
  firstName: string;
  lastName: string;
  role: string | null;
  isStaffRole: boolean;
  admission: Admission | null;
  isAskingClosed: boolean;
  picture: string | null;
  /** Details for a profile that they haven't created. */
  offer: { fields: Fields; answered: string[] } | null;
  commissioning: { answer: CommissioningAnswer | null; remindedAt: string | null } | null;
  createdAt: string;
  changedAt: string;
  page: Page | null;
  /** Audiences of contacts, once set. */
  audiences: Record<string, string> | null;
  wantsProgramMails: boolean;
  /** When they could first ask for help as a cadet. */
  cadetSince: string | null;
}

type CommissioningAnswer =
  | {
    is: "commissioned";
    at: string;
    fields: Record<string, unknown>;
    before: Record<string, unknown> | null;
  }
  | { is: "put off"; at: string; classYear: string; isForGood: boolean };

interface Former {
  email: string;
  second: string | null;
  until: string;
}

/** Admission of a member. */
type Admission = Decided | Locked | { state: "died"; at: string; before: Decided | Locked | null };

type Locked = { state: "suspended"; at: string; before: Decided | null };

type Decided =
  | { state: "waiting"; needs: string; since: string }
  | { state: "refused"; words: string | null; at: string }
  | { state: "admitted"; by: string; at: string };

const isLocked = (admission: Admission | null) =>
  admission?.state === "suspended" || admission?.state === "died";

export type Outcome = "changed" | "nothing new" | "refused";

const optionalTexts = ["dutyStatus", "industry", "company", "jobTitle", "location", "bio"]
  .concat("formerName");
/** In the order of lists. */
const contacts = ["primaryEmail", "secondaryEmail", "phoneNumber", "linkedinUrl", "calendarUrl"];
const lists = ["helpTopics", "expertise", "armySchools", "previousPositions"];
const requiredTexts = ["classYear", "rank", "armyBranch", "mos"];
/** The topics that the tests use. */
const topics = ["Networking", "Resume Review"];
const switches = ["location", "industry", "specialty", "helpTopics", "classYear", "formerName"];

export function createDirectoryModel() {
  const people = new Map<string, Person>();
  const erased = new Set<string>();

  const isTaken = (memberId: string, kind: "username" | "email", name: string) =>
    [...people].some(([id, person]) => {
      const names = kind === "username" ? [person.username.toLowerCase()] : everyAddress(person);
      return id !== memberId && names.includes(name.toLowerCase());
    });

  function register(memberId: string, command: Command<"Register">, at: string): Outcome {
    if (people.has(memberId) || erased.has(memberId)) return "refused";
    const { type: _, contactsFor = "members", needs, confirmedBy, ...person } = command;
    if (isTaken(memberId, "username", person.username)) return "refused";
    if (isTaken(memberId, "email", person.email)) return "refused";
    const audiences = contactsFor === "members" ? null : forAll(contactsFor);
    const addresses = { confirmed: false, asked: null, second: null, former: [] };
    const begun = {
      ...addresses,
      isAskingClosed: false,
      picture: null,
      page: null,
      offer: null,
      commissioning: null,
    };
    const admission = needs === undefined ? null : { state: "waiting" as const, needs, since: at };
    const standing = {
      isStaffRole: confirmedBy !== undefined,
      admission,
      audiences,
      wantsProgramMails: true,
      cadetSince: null,
      createdAt: at,
      changedAt: at,
    };
    people.set(memberId, { ...person, ...begun, ...standing });
    return "changed";
  }

  function change(memberId: string, person: Person, command: MemberCommand, at: string): Outcome {
    switch (command.type) {
      case "Register":
        return "refused";
      case "SelectRole": {
        const isOther = person.role !== command.role;
        if (isOther) Object.assign(person, { role: command.role, isStaffRole: false });
        const isGiven = command.role === "cadre" && command.confirmedBy && !person.isStaffRole;
        if (isGiven) becomeStaff(person, command.confirmedBy ?? "", at);
        return isOther || isGiven ? "changed" : "nothing new";
      }
      case "ConfirmCadre":
        if (person.role !== "cadre" || isLocked(person.admission)) return "refused";
        if (person.isStaffRole) return "nothing new";
        if (!person.confirmed) return "refused";
        becomeStaff(person, "staff", at);
        return "changed";
      case "GrantCadre":
        if (isLocked(person.admission)) return "refused";
        if (person.role === "cadre" && person.isStaffRole) return "nothing new";
        if (!person.confirmed) return "refused";
        person.role = "cadre";
        becomeStaff(person, "staff", at);
        return "changed";
      case "TakeCadre":
        if (person.role !== "cadre") return "nothing new";
        if (person.isStaffRole) return "refused";
        Object.assign(person, { role: command.role, isStaffRole: false });
        return "changed";
      case "UnconfirmCadre":
        return person.isStaffRole ? "refused" : "nothing new";
      case "Admit":
        if (person.admission === null || person.admission.state === "admitted") {
          return "nothing new";
        }
        if (person.admission.state !== command.seen) return "refused";
        person.admission = { state: "admitted", by: "staff", at };
        return "changed";
      case "Suspend":
        if (person.admission?.state === "died") return "refused";
        if (person.admission?.state === "suspended") return "nothing new";
        person.admission = { state: "suspended", at, before: person.admission };
        return "changed";
      case "Unsuspend":
        if (person.admission?.state !== "suspended") return "nothing new";
        person.admission = person.admission.before;
        return "changed";
      case "RecordDeath":
        if (person.admission?.state === "died") return "nothing new";
        person.admission = { state: "died", at, before: person.admission };
        return "changed";
      case "UndoDeath":
        if (person.admission?.state !== "died") return "nothing new";
        person.admission = person.admission.before;
        return "changed";
      case "Refuse":
        if (isLocked(person.admission)) return "refused";
        if (person.admission?.state === "refused") return "nothing new";
        if (person.admission === null || person.admission.state === "admitted") {
          const isStaff = person.role === "cadre" && person.isStaffRole;
          if (isStaff || command.seen !== "in") return "refused";
        }
        person.admission = { state: "refused", words: command.words, at };
        return "changed";
      case "CloseAsking":
      case "OpenAsking": {
        const isClosed = command.type === "CloseAsking";
        if (person.isAskingClosed === isClosed) return "nothing new";
        person.isAskingClosed = isClosed;
        return "changed";
      }
      case "ChangeAccountDetails": {
        const { username = person.username, email = person.email } = command;
        if (isTaken(memberId, "username", username)) return "refused";
        const before = JSON.stringify(person);
        const asks = email !== person.email && person.confirmed;
        if (asks) {
          if (email.toLowerCase() === person.email.toLowerCase()) return "refused";
          if (email.toLowerCase() === person.second?.toLowerCase()) return "refused";
          person.asked = { email, as: "main" };
        } else {
          if (isTaken(memberId, "email", email)) return "refused";
          person.email = email;
        }
        person.username = username;
        person.firstName = command.firstName ?? person.firstName;
        person.lastName = command.lastName ?? person.lastName;
        return JSON.stringify(person) === before && !asks ? "nothing new" : "changed";
      }
      case "AskAddress": {
        const { email, as } = command;
        const own = [person.email, person.second].map((one) => one?.toLowerCase());
        if (!person.confirmed || own.includes(email.toLowerCase())) return "refused";
        person.asked = { email, as };
        return "changed";
      }
      case "DropAskedAddress":
        if (person.asked === null) return "nothing new";
        person.asked = null;
        return "changed";
      case "ConfirmAddress": {
        const { asked } = person;
        if (asked === null || asked.email !== command.email) return "refused";
        if (isTaken(memberId, "email", asked.email)) return "refused";
        remember(person, at);
        if (asked.as === "second") person.second = asked.email;
        else Object.assign(person, { email: asked.email, confirmed: true });
        person.asked = null;
        return "changed";
      }
      case "SwapAddresses":
        if (person.second === null) return "nothing new";
        remember(person, at);
        [person.email, person.second] = [person.second, person.email];
        return "changed";
      case "RemoveSecondAddress":
        if (person.second === null) return "nothing new";
        remember(person, at);
        person.second = null;
        return "changed";
      case "UndoAddressChange": {
        const back = person.former.find(({ email, until }) =>
          email === command.email && isWithinAWeek(until, at)
        );
        if (back === undefined) return "refused";
        const { email, second } = back;
        Object.assign(person, { email, second, confirmed: true, asked: null, former: [] });
        return "changed";
      }
      case "EndFormerAddresses": {
        const left = person.former.filter(({ until }) => isWithinAWeek(until, at));
        if (left.length === person.former.length) return "nothing new";
        person.former = left;
        return "changed";
      }
      case "VerifyEmail":
        if (command.email !== person.email) return "refused";
        if (person.confirmed) return "nothing new";
        if (isLocked(person.admission)) return "refused";
        person.confirmed = true;
        if (person.admission?.state === "waiting") {
          const isEnough = person.admission.needs === "confirmation";
          const by = isEnough ? "confirmation" : "domain";
          if (isEnough || command.domain !== undefined) {
            person.admission = { state: "admitted", by, at };
          }
        }
        return "changed";
      case "RecordPasswordReset":
      case "RecordPasswordChange":
      case "RecordPasswordLink":
      case "RecordExport":
      case "RecordHoldings":
        return "changed";
      case "ChangeContactAudiences": {
        const before = person.audiences ?? forAll("members");
        const audiences = { ...before, ...command.audiences };
        if (JSON.stringify(audiences) === JSON.stringify(before)) return "nothing new";
        person.audiences = audiences;
        return "changed";
      }
      case "ChangeProfileImage":
        if (person.picture === command.objectPath) return "nothing new";
        person.picture = command.objectPath;
        return "changed";
      case "CreateProfile": {
        const fields = wellFormed(command.fields, person.role);
        if (person.page !== null || fields === undefined) return "refused";
        person.page = {
          fields,
          visible: command.isVisible ?? true,
          shared: { ...everything, ...command.sharedFields },
          createdAt: at,
          changedAt: at,
          seenAt: at,
          confirmedAt: at,
        };
        answerOffer(person);
        return "changed";
      }
      case "ChangeProfile": {
        const { page } = person;
        if (page === null) return "refused";
        const fields = Object.keys(command.fields).length === 0
          ? page.fields
          : wellFormed({ ...page.fields, ...command.fields }, person.role);
        if (fields === undefined) return "refused";
        const visible = command.isVisible ?? page.visible;
        const shared = { ...page.shared, ...command.sharedFields };
        const now = { fields, visible, shared };
        const before = { fields: page.fields, visible: page.visible, shared: page.shared };
        answerOffer(person, changedNames(page.fields, fields));
        if (JSON.stringify(now) === JSON.stringify(before)) return "nothing new";
        if (faceOf(person, page, fields) !== faceOf(person, page, page.fields)) {
          page.confirmedAt = at;
        }
        Object.assign(page, now, { changedAt: at });
        return "changed";
      }
      case "DeleteProfile":
        if (person.page === null) return "refused";
        person.page = null;
        answerOffer(person);
        return "changed";
      // The clock of these tests moves by minutes, so no mail falls due. The rule has its own
      // property test.
      case "SendProgramMail":
        return "nothing new";
      case "ConfirmCommission": {
        if (person.commissioning?.answer?.is === "commissioned") return "nothing new";
        const { classYear, rank, armyBranch, component } = command;
        const isSound = /^20\d\d$/.test(classYear) && rank !== "CDT" && component !== "Veteran";
        if (!mayAnswer(person) || !isSound) return "refused";
        const fields = { classYear, rank, armyBranch, dutyStatus: component };
        const before = person.page && pick(person.page.fields, Object.keys(fields));
        answer(person, { is: "commissioned", at, fields, before });
        Object.assign(person, { role: "alumni", isStaffRole: false });
        if (person.page === null) offerDetails(person, { ...person.offer?.fields, ...fields });
        else changeFields(person, fields, at);
        return "changed";
      }
      case "UndoCommission": {
        const said = person.commissioning?.answer;
        if (said?.is !== "commissioned") return "nothing new";
        const isIn = person.admission === null || person.admission.state === "admitted";
        if (!isIn || person.role !== "alumni" || !isWithinAWeek(said.at, at)) return "refused";
        answer(person, null);
        Object.assign(person, { role: "cadet", isStaffRole: false });
        const { page } = person;
        if (page !== null && said.before !== null) {
          const unchanged = Object.keys(said.fields)
            .filter((name) => page.fields[name] === said.fields[name]);
          changeFields(person, pick(said.before, unchanged), at);
        }
        if (page === null) {
          const { rank: _, dutyStatus: __, ...left } = person.offer?.fields ?? {};
          offerDetails(person, left);
        }
        return "changed";
      }
      case "PutOffCommission": {
        const said = person.commissioning?.answer;
        if (said?.is === "commissioned" || !mayAnswer(person)) return "refused";
        const classYear = classOf(person);
        const { isForGood } = command;
        const isSame = said?.is === "put off" && said.isForGood === isForGood;
        if (isSame && (isForGood || said.classYear === classYear)) return "nothing new";
        answer(person, { is: "put off", at, classYear: classYear ?? "", isForGood });
        return "changed";
      }
      case "RemindOfCommission": {
        if (!mayAnswer(person) || !person.confirmed) return "nothing new";
        const said = person.commissioning?.answer;
        if (said?.is === "commissioned") return "nothing new";
        const isOff = said?.is === "put off" &&
          (said.isForGood || said.classYear === classOf(person));
        const last = person.commissioning?.remindedAt ?? null;
        if (isOff || last !== null && isWithinAWeek(last, at)) return "nothing new";
        person.commissioning = { answer: said ?? null, remindedAt: at };
        return "changed";
      }
      // Offered details are visible only to their member, so the directory doesn't change.
      case "ConfirmProfile": {
        const { page } = person;
        if (page === null) return "refused";
        if (page.confirmedAt.slice(0, 10) === at.slice(0, 10)) return "nothing new";
        page.confirmedAt = at;
        return "changed";
      }
      case "ChangeProgramMails":
        if (person.wantsProgramMails === command.wants) return "nothing new";
        person.wantsProgramMails = command.wants;
        return "changed";
      case "ChangeStaffNotices":
      case "ChangeShowReminder":
      case "RecordPasskey":
      case "DismissPasskeyOffer":
      case "RenewInvitation":
      case "WriteInvitation":
      case "NoteBounce":
      case "MuteInvitation":
      case "OfferDetails":
      case "DismissOffer":
        return "nothing new";
      case "Erase":
        people.delete(memberId);
        erased.add(memberId);
        return "changed";
    }
  }

  return {
    /** @param at When it happens; ISO 8601. */
    act(memberId: string, command: MemberCommand, at: string): Outcome {
      if (command.type === "Register") return register(memberId, command, at);
      if (command.type === "Erase" && erased.has(memberId)) return "nothing new";
      const person = people.get(memberId);
      if (person === undefined) return "refused";
      const seenBefore = JSON.stringify(seenOf(memberId, person));
      const hadPage = person.page !== null;
      const outcome = change(memberId, person, command, at);
      if (outcome !== "changed") return outcome;
      person.changedAt = at;
      const isIn = person.admission === null || person.admission.state === "admitted";
      if (person.role === "cadet" && person.confirmed && isIn) person.cadetSince ??= at;
      const isSeen = JSON.stringify(seenOf(memberId, person)) !== seenBefore;
      if (hadPage && person.page !== null && isSeen) person.page.seenAt = at;
      return outcome;
    },
    /** Expected records of the read tables, by id. */
    records: () => new Map([...people].map(([id, person]) => [id, recordOf(id, person)])),
    erased: (): ReadonlySet<string> => erased,
    /** Expected documents of the search index, by id. */
    documents: () =>
      new Map(
        [...people].flatMap(([id, person]) => {
          const seen = seenOf(id, person);
          return seen && person.page ? [[id, documentOf(seen, person.page)] as const] : [];
        }),
      ),
  };
}

/** All addresses in lower case, which no one else can have. */
function everyAddress({ email, second, former }: Person): readonly string[] {
  return [email, second, ...former.flatMap((before) => [before.email, before.second])]
    .flatMap((address) => address?.toLowerCase() ?? []);
}

function remember(person: Person, at: string): void {
  const { email, second } = person;
  person.former = person.former.filter(({ until }) => isWithinAWeek(until, at));
  if (person.confirmed) person.former.push({ email, second, until: at });
}

const isWithinAWeek = (from: string, to: string) =>
  Date.parse(to) - Date.parse(from) < 7 * 24 * 60 * 60 * 1000;

const mayAnswer = ({ admission, role }: Person) =>
  role === "cadet" && (admission === null || admission.state === "admitted");

function classOf({ page, offer }: Person): string | null {
  const year = (page?.fields ?? offer?.fields)?.classYear;
  return typeof year === "string" && year.length === 4 ? year : null;
}

function answer(person: Person, said: CommissioningAnswer | null): void {
  person.commissioning = { answer: said, remindedAt: person.commissioning?.remindedAt ?? null };
}

function changeFields(person: Person, changes: Fields, at: string): void {
  const { page } = person;
  if (page === null) return;
  const changed = changedNames(page.fields, { ...page.fields, ...changes });
  if (changed.length === 0) return;
  const fields = { ...page.fields, ...changes };
  if (faceOf(person, page, fields) !== faceOf(person, page, page.fields)) page.confirmedAt = at;
  Object.assign(page, { fields, changedAt: at });
  answerOffer(person, changed);
}

/** The visible part of these fields while the profile is shown. */
function faceOf(person: Person, page: Page, fields: Fields): string {
  return JSON.stringify(
    seenOf("", { ...person, admission: null, page: { ...page, fields, visible: true } }),
  );
}

const changedNames = (before: Fields, after: Fields) =>
  Object.keys(after).filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]));

const pick = (fields: Fields, names: readonly string[]): Fields =>
  Object.fromEntries(names.map((name) => [name, fields[name]]));

/** Replaces the offer. Answers to unchanged details stay. */
function offerDetails(person: Person, fields: Fields): void {
  const before = person.offer;
  const answered = before?.answered.filter((name) => before.fields[name] === fields[name]) ?? [];
  person.offer = { fields, answered };
}

/** Answers all details if none are named. */
function answerOffer(person: Person, names?: readonly string[]): void {
  const { offer } = person;
  if (offer === null) return;
  offer.answered = Object.keys(offer.fields).filter((name) =>
    offer.answered.includes(name) || names === undefined || names.includes(name)
  );
}

const forAll = (audience: string) => Object.fromEntries(contacts.map((name) => [name, audience]));
/** The program's code replaces an approval, but not a decline. */
function becomeStaff(person: Person, by: string, at: string): void {
  person.isStaffRole = true;
  const { admission } = person;
  if (admission === null || admission.state === "admitted") return;
  if (by !== "code") person.admission = { state: "admitted", by, at };
  else if (admission.state !== "waiting") return;
  else if (person.confirmed) person.admission = { state: "admitted", by: "confirmation", at };
  else person.admission = { ...admission, needs: "confirmation" };
}

const everything = Object.fromEntries(switches.map((name) => [name, name !== "formerName"]));

/** Fields as they are stored: trimmed, whole, topics completed; `undefined` when they are refused. */
function wellFormed(input: Fields, role: string | null): Fields | undefined {
  if (role === null) return undefined;
  const texts = (value: unknown) =>
    ((value ?? []) as string[]).map((text) => text.trim()).filter((text) => text !== "");
  const text = (value: unknown) => (value as string | null | undefined)?.trim() || null;
  const fields: Fields = {};
  for (const name of [...requiredTexts, ...optionalTexts, ...contacts]) {
    fields[name] = text(input[name]);
  }
  for (const name of lists) fields[name] = texts(input[name]);
  const expertise = (fields.expertise as string[]).map((entry) => entry.toLowerCase());
  const named = topics.filter((topic) => expertise.includes(topic.toLowerCase()));
  // In the order of the expertise.
  named.sort((one, other) =>
    expertise.indexOf(one.toLowerCase()) - expertise.indexOf(other.toLowerCase())
  );
  fields.helpTopics = [...new Set([...fields.helpTopics as string[], ...named])];
  if (requiredTexts.some((name) => fields[name] === null)) return undefined;
  if (fields.primaryEmail === null && fields.secondaryEmail === null) return undefined;
  const isYear = /^(19|20)\d\d$/.test(fields.classYear as string);
  return role === "cadre" || isYear ? fields : undefined;
}

function recordOf(memberId: string, person: Person) {
  const { username, email, firstName, lastName, role, page, audiences } = person;
  return {
    memberId,
    ...{ username, email, firstName, lastName, role },
    isCadreConfirmed: person.isStaffRole,
    admission: person.admission,
    isAskingClosed: person.isAskingClosed,
    // In this mode people can't register by themselves.
    isInvited: true,
    invitation: null,
    wantsStaffNotices: true,
    wantsShowReminder: false,
    wantsPasskeyOffer: true,
    programMails: {
      areWanted: person.wantsProgramMails,
      sent: [],
      cadetSince: person.cadetSince,
    },
    emailVerified: person.confirmed,
    addresses: { asked: person.asked, second: person.second, former: person.former },
    profileImageUrl: person.picture,
    createdAt: person.createdAt,
    updatedAt: person.changedAt,
    profile: page && {
      ...page.fields,
      isVisible: page.visible,
      sharedFields: page.shared,
      createdAt: page.createdAt,
      updatedAt: page.changedAt,
      publicUpdatedAt: page.seenAt,
      confirmedAt: page.confirmedAt,
    },
    mentoring: null,
    audiences,
    offer: person.offer && { ...person.offer, cells: [] },
    commissioning: person.commissioning,
    conversations: 0,
  };
}

/** A profile as other members see it, without times; `undefined` if it is hidden. */
function seenOf(memberId: string, person: Person) {
  const { page, firstName, lastName, role, isStaffRole, admission, picture, audiences } = person;
  if (page === null || !page.visible) return undefined;
  if (admission !== null && admission.state !== "admitted") return undefined;
  const { shared, fields } = page;
  const hidden = [
    ...contacts,
    ...shared.location ? [] : ["location"],
    ...shared.industry ? [] : ["industry"],
    ...shared.specialty ? [] : ["armyBranch", "mos"],
    ...shared.helpTopics ? [] : ["helpTopics", "expertise"],
    ...shared.classYear ? [] : ["classYear"],
    ...shared.formerName ? [] : ["formerName"],
  ];
  const shown = Object.entries(fields).filter(([name]) => !hidden.includes(name));
  return {
    memberId,
    ...{ firstName, lastName, role, isStaffRole, picture },
    fields: Object.fromEntries(shown) as Fields,
    contacts: contacts.filter((name) =>
      fields[name] !== null && (audiences?.[name] ?? "members") === "members"
    ),
  };
}

function documentOf(
  { memberId, firstName, lastName, role, fields }: NonNullable<ReturnType<typeof seenOf>>,
  { seenAt }: Page,
) {
  const searched = [...optionalTexts, "mos", "armyBranch"];
  const { classYear } = fields;
  return {
    ...{ memberId, role, firstName, lastName },
    ...Object.fromEntries(searched.map((name) => [name, fields[name] ?? null])),
    rank: role === "cadre" ? null : fields.rank ?? null,
    classYear: classYear === "2012" || classYear === "2018" ? classYear : null,
    helpTopics: fields.helpTopics ?? [],
    previousPositions: fields.previousPositions,
    armySchools: fields.armySchools,
    expertise: fields.expertise ?? [],
    takesRequests: role === "alumni" || role === "cadre",
    updatedAtMs: Date.parse(seenAt),
  };
}
