/**
 * Measures lists and pages of conversations through the functions of the API, where there are many, and what
 * asking and answering take beside a bare batch of as many rows.
 *
 * @module
 */
import type { MemberEvent } from "../../events/members/events.ts";
import { type Commit, emptyStream, type EventLog } from "../../events/log/event-log.ts";
import { openLibsqlLog } from "../../events/log/libsql.ts";
import { createPrivateStreams, type PrivateStreams } from "../../events/members/private-streams.ts";
import { commitsOf, type StreamEnds } from "../../events/commits.ts";
import type { Key } from "../../events/vault/seal.ts";
import { openDatabase } from "../../events/database.ts";
import { latency } from "../../search/bench/latency.ts";
import { createRandom } from "../../search/testing/random.ts";
import { createMadeUpApp } from "./made-up-app.ts";

/** Times in milliseconds. */
interface Times {
  readonly p50: number;
  readonly p99: number;
}

export interface ConversationFigures {
  readonly members: number;
  readonly connections: number;
  readonly messages: number;
  readonly filledInSeconds: number;
  readonly list: Times;
  readonly read: Times;
  readonly asking: Times;
  readonly answering: Times;
  /** As many rows as asking records, in one transaction. */
  readonly bareBatch: Times;
}

const rounds = 1000;
const asks = 150;
const commitsAtOnce = 500;
const cause = { actorId: "bench", correlationId: "bench", causationId: "bench" };
const words = "I have thought about what you wrote, and would do it in the same order again. "
  .repeat(3);

interface Talk {
  readonly connectionId: string;
  readonly askerId: string;
  readonly mentorId: string;
}

/** Lists and pages among so many conversations of five messages, two thirds of them over. */
export async function measureConversations(
  { profiles, connections, seed }: {
    readonly profiles: number;
    readonly connections: number;
    readonly seed: number;
  },
): Promise<ConversationFigures> {
  const made = await createMadeUpApp(profiles, seed);
  const { composed, databases } = made;
  const { readModel, members } = composed;
  const { connections: calls } = composed.product;
  const random = createRandom(seed);
  const records = (await readModel.members.changedSince(0, 10 * profiles))
    .flatMap(({ member }) => member ?? []);
  const askers = records.filter(({ role }) => role === "cadet").map(({ memberId }) => memberId);
  const mentors = records.flatMap(({ memberId, role, profile }) =>
    role !== "cadet" && profile?.isVisible ? [memberId] : []
  );

  // Those who ask while it is measured come first: they have few conversations, and room for more.
  const [newcomers, regulars] = [askers.slice(0, asks), askers.slice(asks)];
  const free = mentors.slice(0, asks);
  const before = performance.now();
  const keys = await composed.vault.keys.load([...regulars, ...mentors]);
  const log = await openLibsqlLog(databases.events, Date.now);
  const talks = await fill(log, keys, createPrivateStreams(made.secrets.claimKey), {
    askers: regulars,
    mentors: mentors.slice(asks),
    connections,
  });
  await readModel.catchUp();
  const filledInSeconds = (performance.now() - before) / 1000;

  const list = await timesOf(rounds, async () => {
    const { askerId, mentorId } = random.pick(talks);
    await calls.list(random.chance(0.5) ? askerId : mentorId);
  });
  const read = await timesOf(rounds, async () => {
    const { connectionId, askerId, mentorId } = random.pick(talks);
    await calls.read(random.chance(0.5) ? askerId : mentorId, connectionId);
  });

  for (const memberId of newcomers) {
    const email = records.find((record) => record.memberId === memberId)?.email ?? "";
    await members.execute(memberId, { type: "VerifyEmail", email }, cause);
  }
  await composed.follow();
  const ids: string[] = [];
  const caller = { ip: "192.0.2.1", requestId: "bench" };
  const asking = await timesOf(asks, async (at) => {
    const ask = { memberId: free[at] ?? "", topics: [], note: words };
    ids.push((await calls.ask(newcomers[at] ?? "", ask, caller)).id);
  }, 0);
  const answering = await timesOf(asks, async (at) => {
    const command = { type: "Accept", note: words, way: "site" } as const;
    await calls.act(free[at] ?? "", ids[at] ?? "", command, caller);
  }, 0);
  const bareBatch = await measureBare();
  const [count] = await databases.events.read(
    "SELECT count(*) AS count FROM events WHERE type = 'MessageSent'",
  );
  await made.close();
  return {
    members: records.length,
    connections: talks.length,
    messages: Number(count?.count),
    filledInSeconds,
    list,
    read,
    asking,
    answering,
    bareBatch,
  };
}

async function timesOf(
  count: number,
  work: (at: number) => Promise<void>,
  warmUps = 100,
): Promise<Times> {
  const times: number[] = [];
  for (let at = -warmUps; at < count; at++) {
    const start = performance.now();
    await work(Math.max(0, at));
    if (at >= 0) times.push(performance.now() - start);
  }
  const { p50, p99 } = latency(times);
  return { p50, p99 };
}

/** Conversations in rounds, in each of which everybody asks somebody, and what belongs to them. */
async function fill(
  log: EventLog,
  keys: ReadonlyMap<string, Key>,
  privateStreams: PrivateStreams,
  { askers, mentors, connections }: {
    readonly askers: readonly string[];
    readonly mentors: readonly string[];
    readonly connections: number;
  },
): Promise<Talk[]> {
  const talks: Talk[] = [];
  const ends = new Map<string, StreamEnds>();
  for (const memberId of [...askers, ...mentors]) {
    const last = (await log.readStream(memberId)).at(-1);
    ends.set(memberId, { head: last ?? emptyStream, privateCount: 0 });
  }

  async function record(byMember: ReadonlyMap<string, readonly MemberEvent[]>): Promise<void> {
    const commits = [...byMember].flatMap(([memberId, events]): Commit[] => {
      const before = ends.get(memberId) ?? { head: emptyStream, privateCount: 0 };
      ends.set(memberId, { ...before, privateCount: before.privateCount + events.length });
      return commitsOf(
        events.map((event) => ({ event, eventId: crypto.randomUUID() })),
        { memberId, key: keys.get(memberId), ends: before },
        { privateStreams, cause, atMs: Date.now(), newId: () => crypto.randomUUID() },
      );
    });
    for (let start = 0; start < commits.length; start += commitsAtOnce) {
      await log.append(commits.slice(start, start + commitsAtOnce));
    }
  }

  while (talks.length < connections) {
    const wished = Math.min(askers.length, connections - talks.length);
    const round = askers.slice(0, wished).map((askerId, at): Talk => ({
      connectionId: crypto.randomUUID(),
      askerId,
      mentorId: mentors[(talks.length * 7 + at) % mentors.length] ?? "",
    }));
    await record(grouped(round, "askerId", asked));
    await record(grouped(round, "mentorId", answered));
    await record(grouped(round, "askerId", (talk, at) => closed(talk, at % 3 !== 0)));
    talks.push(...round);
  }
  return talks;
}

function grouped(
  talks: readonly Talk[],
  by: "askerId" | "mentorId",
  eventsOf: (talk: Talk, at: number) => MemberEvent[],
): Map<string, MemberEvent[]> {
  const groups = new Map<string, MemberEvent[]>();
  for (const [at, talk] of talks.entries()) {
    groups.set(talk[by], [...groups.get(talk[by]) ?? [], ...eventsOf(talk, at)]);
  }
  return groups;
}

function message({ connectionId }: Talk): MemberEvent {
  return {
    type: "MessageSent",
    facts: {},
    personal: { way: "site", connectionId, text: words },
  };
}

function asked(talk: Talk): MemberEvent[] {
  return [{
    type: "ConnectionRequested",
    facts: {},
    personal: {
      role: "cadet",
      askedRole: "alumni",
      topics: ["Networking"],
      armyBranch: "Aviation",
      regionCode: "US-TX",
      connectionId: talk.connectionId,
      memberId: talk.mentorId,
    },
  }, message(talk)];
}

function answered(talk: Talk): MemberEvent[] {
  return [
    {
      type: "ConnectionAnswered",
      facts: {},
      personal: {
        isAccepted: true,
        waited: "3",
        topics: ["Networking"],
        reason: null,
        connectionId: talk.connectionId,
      },
    },
    message(talk),
    message(talk),
  ];
}

function closed(talk: Talk, isOver: boolean): MemberEvent[] {
  const { connectionId } = talk;
  const end: MemberEvent = {
    type: "ConnectionEnded",
    facts: {},
    personal: { lasted: "14", by: "asker", connectionId },
  };
  return [message(talk), message(talk), ...isOver ? [end] : []];
}

/** Two rows and their payloads, as asking records them, with the same durability. */
async function measureBare(): Promise<Times> {
  const folder = await Deno.makeTempDir();
  const database = await openDatabase({ url: `file:${folder}/bare.db`, durability: "normal" });
  await database.write([
    { sql: "CREATE TABLE events (position INTEGER PRIMARY KEY, id TEXT UNIQUE, facts TEXT)" },
    { sql: "CREATE TABLE payloads (position INTEGER PRIMARY KEY, payload BLOB)" },
  ]);
  const payload = new Uint8Array(400).fill(7);
  const rows = () => [
    { sql: "INSERT INTO events (id, facts) VALUES (?, '{}')", args: [crypto.randomUUID()] },
    { sql: "INSERT INTO payloads VALUES (last_insert_rowid(), ?)", args: [payload] },
  ];
  const times = await timesOf(asks, () => database.write([...rows(), ...rows()]).then(() => {}));
  database.close();
  await Deno.remove(folder, { recursive: true });
  return times;
}

/** Lines for people. */
export function conversationLines(of: ConversationFigures): string[] {
  const line = (name: string, { p50, p99 }: Times, more = "") =>
    `  ${name.padEnd(12)} p50 / p99 ${p50.toFixed(2).padStart(7)} /${
      p99.toFixed(2).padStart(7)
    } ms${more}`;
  const count = (value: number) => value.toLocaleString("en-US");
  return [
    `conversations: ${count(of.connections)} between ${count(of.members)} members, ` +
    `${count(of.messages)} messages, written in ${of.filledInSeconds.toFixed(0)} s`,
    line("list", of.list, ", target p99 5 ms"),
    line("page", of.read, ", target p99 5 ms"),
    line("asking", of.asking),
    line("answering", of.answering),
    line("bare batch", of.bareBatch),
  ];
}
