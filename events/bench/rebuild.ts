import { join } from "node:path";
import { openDatabase } from "../database.ts";
import { type Commit, emptyStream, type Head } from "../log/event-log.ts";
import type { MemberEvent } from "../members/events.ts";
import { sealEvent } from "../members/sealing.ts";
import { type Events, openEvents } from "../open.ts";
import { published } from "../testing/members.ts";
import { newKey } from "../vault/seal.ts";
import { createRandom, type Random } from "./random.ts";
import { type Rate, rateOf, timed } from "./rates.ts";

export interface RebuildResults {
  readonly events: number;
  readonly rebuild: Rate;
}

/** Each member registers, publishes a profile, and changes it a few times. */
const changesPerMember = 4;
const eventsPerMember = changesPerMember + 2;
const batchMembers = 400;
const cause = { actorId: "bench", correlationId: "bench", causationId: "bench" };

/** Rebuilds the read tables from a log whose personal parts are sealed, as they are in life. */
export async function measureRebuild(
  folder: string,
  { events, seed }: { readonly events: number; readonly seed: number },
): Promise<RebuildResults> {
  const open = (name: string) =>
    openDatabase({ url: `file:${join(folder, `rebuild-${name}.db`)}`, durability: "normal" });
  const databases = {
    events: await open("events"),
    vault: await open("vault"),
    read: await open("read"),
  };
  const random = createRandom(seed);
  const opened = await openEvents({
    databases,
    secrets: { kek: newKey(), claimKey: newKey() },
    now: () => new Date(),
    newId: random.uuid,
  });
  await fill(opened, Math.ceil(events / eventsPerMember), random);
  const times: number[] = [];
  await timed(() => opened.readModel.rebuild(), times);
  const position = await opened.log.lastPosition();
  for (const database of Object.values(databases)) database.close();
  return { events: position, rebuild: rateOf(position, times) };
}

/** Round after round over a batch of members, so that the events of one lie apart. */
async function fill({ log, vault }: Events, members: number, random: Random): Promise<void> {
  for (let done = 0; done < members; done += batchMembers) {
    const count = Math.min(batchMembers, members - done);
    const memberIds = Array.from({ length: count }, () => random.uuid());
    const keys = await vault.keys.ensure(memberIds);
    const heads = new Map<string, Head>();
    for (let round = 0; round < eventsPerMember; round++) {
      const commits = memberIds.map((memberId): Commit => {
        const key = keys.get(memberId);
        if (key === undefined) throw new Error("A member has no key");
        const event = sealEvent(eventOf(memberId, round), {
          memberId,
          eventId: random.uuid(),
          key,
        });
        return { memberId, head: heads.get(memberId) ?? emptyStream, events: [event], cause };
      });
      for (const { memberId, version, hash } of await log.append(commits)) {
        heads.set(memberId, { version, hash });
      }
    }
  }
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
