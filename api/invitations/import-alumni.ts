/**
 * Prepares accounts for a program's alumni, and asks each of them by mail. Until someone says yes,
 * their profile is hidden and their account has no password.
 *
 * @module
 */
import { setImmediate as nextTurn } from "node:timers/promises";
import { Refusal } from "../../events/errors.ts";
import { normalName } from "../../events/members/claims.ts";
import type { Topics } from "../../events/program/topics.ts";
import type { SettingsTable } from "../../events/read/settings.ts";
import type { Members, Work } from "../../events/members/handle.ts";
import type { ReadModel } from "../../events/read/catch-up.ts";
import { newToken } from "../auth/secret-token.ts";
import type { Tokens } from "../auth/tokens.ts";
import { draft } from "../mail/messages.ts";
import { mailEveryMs } from "./mail-times.ts";
import type { Invitee, Row } from "./read-alumni.ts";
import { inTurns } from "./turns.ts";

/** The actor of everything that the command's import records; of what staff imports, it is who did it. */
export const importActor = "import";

export interface ImportDependencies {
  readonly members: Members;
  readonly readModel: Pick<ReadModel, "catchUp" | "members"> & {
    readonly settings: Pick<SettingsTable, "topics">;
  };
  readonly tokens: Pick<Tokens, "issue">;
  /** When the first invitation goes out; the others follow. */
  readonly firstMailAt: Date;
  /** A new UUID. */
  readonly newId: () => string;
  /** Who invites; without it, the command. */
  readonly actorId?: string;
  /** How many are recorded together: interrupted, all of them are there or none. */
  readonly batchSize?: number;
}

/** What becomes of a row. */
export type Outcome =
  & { readonly number: number }
  & (
    | { readonly is: "new"; readonly note: string | undefined }
    | { readonly is: "there" }
    | { readonly is: "wrong"; readonly why: string }
  );

/** A row with a name that nobody has, ready to be prepared. */
export interface Planned {
  readonly number: number;
  readonly invitee: Invitee & { readonly username: string };
}

export interface Plan {
  readonly outcomes: readonly Outcome[];
  readonly planned: readonly Planned[];
}

/**
 * Import plan: who of the list is new. Members who have an account are left alone, whatever their row
 * says.
 */
export async function planImport(
  rows: readonly Row[],
  { readModel, newId }: Pick<ImportDependencies, "readModel" | "newId">,
): Promise<Plan> {
  await readModel.catchUp();
  const people = rows.flatMap((row) => row.is === "person" ? [row.invitee] : []);
  const addresses = await readModel.members.takenNames(people.map(({ email }) => email));
  await nextTurn();
  const isFree = await freeUsernames(people, readModel.members, newId);
  const planned: Planned[] = [];
  const outcomeOf = (row: Row): Outcome => {
    const { number } = row;
    if (row.is === "wrong") return row;
    const { invitee } = row;
    if (addresses.has(normalName(invitee.email))) return { number, is: "there" };
    const username = invitee.username ?? isFree.first(stemOf(invitee));
    if (invitee.username !== undefined && !isFree.take(invitee.username)) {
      return { number, is: "wrong", why: "Username already taken" };
    }
    planned.push({ number, invitee: { ...invitee, username } });
    return { number, is: "new", note: invitee.note };
  };
  return { outcomes: await inTurns(Iterator.from(rows).map(outcomeOf)), planned };
}

/**
 * Import of a plan, in batches. Repeated after an interruption it goes on: nobody is created twice or
 * gets a second mail.
 *
 * @param progress Is told of each row that is done; between batches it may throw to stop.
 */
export async function prepare(
  planned: readonly Planned[],
  deps: ImportDependencies,
  { onRow, betweenBatches }: {
    readonly onRow: (outcome: Outcome) => void;
    readonly betweenBatches: () => Promise<void>;
  },
): Promise<void> {
  const { actorId = importActor, batchSize = 50 } = deps;
  const correlationId = deps.newId();
  const cause = { actorId, correlationId, causationId: correlationId };
  const work = async (one: Planned, index: number): Promise<Work> => {
    const memberId = deps.newId();
    const token = newToken();
    const { email: to, firstName } = one.invitee;
    await deps.tokens.issue("invitation", token, memberId, to);
    const notBeforeMs = deps.firstMailAt.getTime() + index * mailEveryMs;
    const mail = () => [draft("invitation", { to, firstName, token }, notBeforeMs)];
    return { memberId, commands: commandsOf(one.invitee, deps.readModel.settings.topics()), mail };
  };
  for (let start = 0; start < planned.length; start += batchSize) {
    await betweenBatches();
    const batch = planned.slice(start, start + batchSize);
    const prepared: Work[] = [];
    for (const [at, one] of batch.entries()) prepared.push(await work(one, start + at));
    try {
      await deps.members.executeAll(prepared, cause);
      batch.forEach(({ number, invitee: { note } }) => onRow({ number, is: "new", note }));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      // Somebody registered in between: one by one, so that it is about that one only.
      for (const [at, { number, invitee: { note } }] of batch.entries()) {
        const alone = prepared[at];
        if (alone === undefined) continue;
        onRow(await refusalOf(() => deps.members.executeAll([alone], cause), { number, note }));
      }
    }
  }
}

/** Invitation of one person. @returns Whether nobody had an account with their address. */
export async function inviteOne(
  person: Pick<Invitee, "email" | "firstName" | "lastName">,
  deps: ImportDependencies,
): Promise<boolean> {
  const invitee = { ...person, username: undefined, profile: undefined, note: undefined };
  const { planned } = await planImport([{ number: 1, is: "person", invitee }], deps);
  let isNew = planned.length > 0;
  await prepare(planned, deps, {
    onRow: ({ is }) => void (isNew &&= is === "new"),
    betweenBatches: async () => {},
  });
  return isNew;
}

async function refusalOf(
  record: () => Promise<void>,
  { number, note }: { readonly number: number; readonly note: string | undefined },
): Promise<Outcome> {
  try {
    await record();
    return { number, is: "new", note };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    if (error.code === "member/email-taken") return { number, is: "there" };
    return { number, is: "wrong", why: error.message };
  }
}

function commandsOf(
  { email, firstName, lastName, username, profile }: Planned["invitee"],
  topics: Topics,
) {
  const register = {
    type: "Register",
    role: "alumni",
    // They have not said yet that anybody may see them.
    contactsFor: "connections",
    ...{ username, email, firstName, lastName },
  } as const;
  if (profile === undefined) return [register];
  return [register, { type: "CreateProfile", fields: profile, isVisible: false, topics } as const];
}

/** Of so many people names are looked up in one go. */
const askedAtOnce = 100;

/** Usernames that nobody has, neither an account nor a row. */
async function freeUsernames(
  people: readonly Invitee[],
  table: Pick<ReadModel["members"], "takenNames">,
  newId: () => string,
) {
  const taken = new Set<string>();
  for (let start = 0; start < people.length; start += askedAtOnce) {
    const wanted = people.slice(start, start + askedAtOnce).flatMap((person) =>
      person.username === undefined ? variantsOf(stemOf(person)) : [person.username]
    );
    for (const name of await table.takenNames(wanted)) taken.add(name);
    // Beside people who read.
    await nextTurn();
  }
  const take = (username: string) => {
    const name = normalName(username);
    if (taken.has(name)) return false;
    taken.add(name);
    return true;
  };
  return {
    take,
    first(stem: string): string {
      for (const name of variantsOf(stem)) if (take(name)) return name;
      // Nobody who is there is asked any more: chance alone.
      return `${stem}.${newId().slice(0, 8)}`;
    },
  };
}

function variantsOf(stem: string): string[] {
  return [stem, ...Array.from({ length: 20 }, (_, index) => `${stem}${index + 2}`)];
}

/** `pat.doe` for Pat Doe; whoever accepts can take another name. */
function stemOf({ firstName, lastName }: Invitee): string {
  const plain = (text: string) =>
    text.normalize("NFKD").toLowerCase().replace(/[^a-z0-9]/g, "").slice(0, 24);
  const stem = [plain(firstName), plain(lastName)].filter((part) => part !== "").join(".");
  return stem.length >= 3 ? stem : `${stem || "member"}.alumni`;
}
