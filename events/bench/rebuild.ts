import { join } from "node:path";
import { openDatabase } from "../database.ts";
import { commitsOf, type StreamEnds } from "../commits.ts";
import { emptyStream } from "../log/event-log.ts";
import type { MemberEvent } from "../members/events.ts";
import { createPrivateStreams, type PrivateStreams } from "../members/private-streams.ts";
import { type Events, openEvents } from "../open.ts";
import { published } from "../testing/members.ts";
import { newKey } from "../vault/seal.ts";
import { createRandom, type Random } from "./random.ts";
import { type Rate, rateOf, timed } from "./rates.ts";

export interface RebuildResults {
  readonly events: number;
  readonly rebuild: Rate;
  /** Of a log of which a fifth are events of connections. */
  readonly withConnections: Rate;
}

/** Each member registers, publishes a profile, and changes it a few times. */
const changesPerMember = 4;
const eventsPerMember = changesPerMember + 2;
const batchMembers = 400;
const cause = { actorId: "bench", correlationId: "bench", causationId: "bench" };

const rounds = 3;

/** Rebuilds the read tables from logs whose personal parts are sealed, as they are in life; they take turns. */
export async function measureRebuild(
  folder: string,
  of: { readonly events: number; readonly seed: number },
): Promise<RebuildResults> {
  const without = await makeUp(join(folder, "rebuild"), of, false);
  const others = await makeUp(join(folder, "rebuild-connections"), of, true);
  for (let round = 0; round < rounds; round++) {
    await without.rebuild();
    await others.rebuild();
  }
  return { events: without.events, rebuild: without.end(), withConnections: others.end() };
}

interface MadeUp {
  readonly events: number;
  rebuild(): Promise<void>;
  end(): Rate;
}

async function makeUp(
  path: string,
  { events, seed }: { readonly events: number; readonly seed: number },
  hasConnections: boolean,
): Promise<MadeUp> {
  const open = (name: string) =>
    openDatabase({ url: `file:${path}-${name}.db`, durability: "normal" });
  const databases = {
    events: await open("events"),
    vault: await open("vault"),
    read: await open("read"),
  };
  const random = createRandom(seed);
  const secrets = { kek: newKey(), claimKey: newKey() };
  const opened = await openEvents({
    databases,
    secrets,
    now: () => new Date(),
    newId: random.uuid,
  });
  const privateStreams = createPrivateStreams(secrets.claimKey);
  const members = Math.ceil(events / eventsPerMember);
  await fill({ ...opened, privateStreams }, members, random, hasConnections);
  const position = await opened.log.lastPosition();
  const times: number[] = [];
  return {
    events: position,
    rebuild: () => timed(() => opened.readModel.rebuild(), times),
    end() {
      for (const database of Object.values(databases)) database.close();
      return rateOf(position, times);
    },
  };
}

/** Round after round over a batch of members, so that the events of one lie apart. */
async function fill(
  { log, vault, privateStreams }: Events & { readonly privateStreams: PrivateStreams },
  members: number,
  random: Random,
  hasConnections: boolean,
): Promise<void> {
  for (let done = 0; done < members; done += batchMembers) {
    const count = Math.min(batchMembers, members - done);
    const memberIds = Array.from({ length: count }, () => random.uuid());
    const keys = await vault.keys.ensure(memberIds);
    const ends = new Map<string, StreamEnds>();

    const record = async (eventsOf: (memberId: string, at: number) => readonly MemberEvent[]) => {
      const commits = memberIds.flatMap((memberId, at) => {
        const key = keys.get(memberId);
        if (key === undefined) throw new Error("A member has no key");
        const events = eventsOf(memberId, at).map((event) => ({ event, eventId: random.uuid() }));
        const before = ends.get(memberId) ?? { head: emptyStream, privateCount: 0 };
        const made = { privateStreams, cause, atMs: Date.now(), newId: random.uuid };
        return commitsOf(events, { memberId, key, ends: before }, made);
      });
      for (const { memberId: stream, version, hash } of await log.append(commits)) {
        const { memberId, number } = privateStreams.ownerOf(stream);
        const before = ends.get(memberId) ?? { head: emptyStream, privateCount: 0 };
        ends.set(
          memberId,
          number > 0 ? { ...before, privateCount: number } : { ...before, head: { version, hash } },
        );
      }
    };

    for (let round = 0; round < eventsPerMember; round++) {
      await record((memberId) => [eventOf(memberId, round)]);
    }
    if (!hasConnections) continue;
    const ids = memberIds.map(() => random.uuid());
    // Each second one asks the one after them, who accepts: three events for two members' twelve.
    await record((_, at) => at % 2 === 0 ? asked(ids[at] ?? "", memberIds[at + 1] ?? "") : []);
    await record((_, at) => at % 2 === 1 ? [accepted(ids[at - 1] ?? "")] : []);
  }
}

function asked(connectionId: string, memberId: string): MemberEvent[] {
  return [
    {
      type: "ConnectionRequested",
      facts: {},
      personal: {
        role: "alumni",
        askedRole: "alumni",
        topics: ["Networking"],
        armyBranch: "Aviation",
        regionCode: "US-TX",
        connectionId,
        memberId,
      },
    },
    {
      type: "MessageSent",
      facts: {},
      personal: { way: "site", connectionId, text: "Would you look at my plans? ".repeat(8) },
    },
  ];
}

function accepted(connectionId: string): MemberEvent {
  return {
    type: "ConnectionAnswered",
    facts: {},
    personal: { isAccepted: true, waited: "3", topics: ["Networking"], reason: null, connectionId },
  };
}

function eventOf(memberId: string, round: number): MemberEvent {
  const email = `${memberId}@example.com`;
  if (round === 0) {
    return {
      type: "MemberRegistered",
      facts: { role: "alumni" },
      personal: { username: memberId, email, firstName: "Pat", lastName: "Doe" },
    };
  }
  if (round > 1) {
    return {
      type: "ProfileChanged",
      facts: { changed: ["jobTitle", "bio"] },
      personal: {
        jobTitle: `Engineer ${round}`,
        bio: "Flew helicopters, now builds them. ".repeat(8),
      },
    };
  }
  return created({
    dutyStatus: "Veteran",
    helpTopics: ["Branch Selection", "Networking"],
    industry: "Technology",
    company: "Acme",
    jobTitle: "Engineer",
    location: "Fort Worth, TX",
    bio: "Flew helicopters. ".repeat(12),
    expertise: ["Flying", "Logistics"],
    armySchools: ["Airborne"],
    previousPositions: ["Platoon Leader"],
    primaryEmail: email,
    phoneNumber: "555-0100",
  });
}

function created(fields: Readonly<Record<string, unknown>>): MemberEvent {
  const event = published(fields).find(({ type }) => type === "ProfileCreated");
  if (event === undefined) throw new Error("No profile was created");
  return event;
}
