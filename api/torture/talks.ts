/**
 * Requests and conversations of made-up people: what they do with each other, and what must be there of
 * it afterwards.
 *
 * @module
 */
import { isDeepStrictEqual } from "node:util";
import { linkIn } from "../testing/mail-server.ts";
import type { Person } from "./person.ts";
import { type Answer, eventually, fromMail, request } from "./requests.ts";
import { fail, newMark, type World } from "./world.ts";

/** A request for help, as far as the product has answered. */
export interface Talk {
  readonly id: string;
  readonly asker: Person;
  readonly mentor: Person;
  is: "requested" | "accepted" | "over";
  /** What both have written, in any order; empty once it is forgotten. */
  texts: readonly string[];
}

/** What a request without an answer may have made of talks. */
export interface TalkDoubt {
  /** Finds out whether it did, and takes note of it. */
  end(world: World, origin: string): Promise<boolean>;
}

export type TalkDoing =
  | "confirm the address"
  | "ask for help"
  | "answer a request"
  | "write"
  | "end a conversation";

export interface TalkAction {
  isPossible(world: World, person: Person): boolean;
  run(world: World, origin: string, person: Person): Promise<void>;
}

/** Passing time is looked at every moment, in a process that is ahead of it. */
const passedWithinMs = 30_000;

const isThere = ({ state }: Person) => state.is === "there";
const isWhole = ({ asker, mentor }: Talk) => isThere(asker) && isThere(mentor);
const talksOf = ({ talks }: World, person: Person, ...are: readonly Talk["is"][]) =>
  talks.filter((talk) =>
    [talk.asker, talk.mentor].includes(person) && isWhole(talk) && are.includes(talk.is)
  );
const asked = (world: World, mentor: Person) =>
  talksOf(world, mentor, "requested").filter((talk) => talk.mentor === mentor);

/** People whom this person can ask, and isn't connected with. */
function mentorsFor(world: World, person: Person): Person[] {
  return world.people.filter((other) =>
    other !== person && other.memberId !== undefined && other.state.is === "there" &&
    other.state.profile?.isVisible === true && other.doubt === undefined &&
    !talksOf(world, person, "requested", "accepted")
      .some(({ asker, mentor }) => asker === other || mentor === other)
  );
}

export const talkActions: Readonly<Record<TalkDoing, TalkAction>> = {
  "confirm the address": {
    isPossible: (_, person) => isThere(person) && !person.isConfirmed,
    async run(world, origin, person) {
      const link = await fromMail(origin, () => {
        const mail = world.mailServer.received.findLast(({ to, parsed }) =>
          to.includes(person.email) && /^Confirm/.test(parsed.subject ?? "")
        );
        return mail && linkIn(mail.parsed.text);
      });
      const token = new URL(link ?? "http://none").searchParams.get("token");
      if (token === null) return;
      const confirmed = () => {
        person.isConfirmed = true;
      };
      const body = { token };
      person.talkDoubt = {
        async end(_, at) {
          const { body: user } = await request(at, "GET", "/api/user", { cookie: person.cookie });
          if (user.emailVerified) confirmed();
          return user.emailVerified === true;
        },
      };
      // An expired link, or one of the earlier owner of the address.
      const sent = ["POST", "/api/auth/verify-email", body] as const;
      if (await change(world, origin, person, sent, [400])) confirmed();
    },
  },
  "ask for help": {
    isPossible: (world, person) =>
      isThere(person) && person.isConfirmed && mentorsFor(world, person).length > 0,
    async run(world, origin, person) {
      const mentor = world.random.pick(mentorsFor(world, person));
      const note = newMark(world);
      const body = { memberId: mentor.memberId, topics: [], note };
      const note1 = (id: string) =>
        world.talks.push({ id, asker: person, mentor, is: "requested", texts: [note] });
      person.talkDoubt = {
        async end(_, at) {
          const { body: lists } = await request(at, "GET", "/api/connections", {
            cookie: person.cookie,
          });
          const known = new Set(world.talks.map(({ id }) => id));
          const all = [...lists.waiting ?? [], ...lists.open ?? [], ...lists.past ?? []];
          const found = all.find(({ id = "", asker }) => asker && !known.has(id));
          if (found?.id !== undefined) note1(found.id);
          return found !== undefined;
        },
      };
      // Full, paused, hidden or gone by now, or said no lately.
      const sent = ["POST", "/api/connections", body] as const;
      const answer = await change(world, origin, person, sent, [403, 404, 409]);
      if (answer?.body.id) note1(answer.body.id);
    },
  },
  "answer a request": {
    isPossible: (world, person) => asked(world, person).length > 0,
    async run(world, origin, person) {
      const talk = world.random.pick(asked(world, person));
      const isYes = world.random.chance(0.7);
      const note = newMark(world);
      await step(world, origin, person, talk, isYes ? "accept" : "decline", { note }, () => {
        talk.is = isYes ? "accepted" : "over";
        talk.texts = [...talk.texts, note];
      });
    },
  },
  "write": {
    isPossible: (world, person) => talksOf(world, person, "accepted").length > 0,
    async run(world, origin, person) {
      const talk = world.random.pick(talksOf(world, person, "accepted"));
      const text = newMark(world);
      await step(world, origin, person, talk, "messages", { text }, () => {
        talk.texts = [...talk.texts, text];
      });
    },
  },
  "end a conversation": {
    isPossible: (world, person) =>
      talksOf(world, person, "accepted").some(({ asker }) => asker === person),
    async run(world, origin, person) {
      const talk = world.random.pick(
        talksOf(world, person, "accepted").filter(({ asker }) => asker === person),
      );
      await step(world, origin, person, talk, "end", undefined, () => {
        talk.is = "over";
      });
    },
  },
};

/** One of the two does something with a talk. */
async function step(
  world: World,
  origin: string,
  person: Person,
  talk: Talk,
  what: string,
  body: { readonly note?: string; readonly text?: string } | undefined,
  apply: () => void,
): Promise<void> {
  const path = `/api/connections/${talk.id}`;
  const text = body?.note ?? body?.text;
  person.talkDoubt = {
    async end(_, at) {
      const { body: found } = await request(at, "GET", path, { cookie: person.cookie });
      // The other may have left in between: see `mayBe`.
      if (found.state === "left") {
        person.mayBe += 1;
        return false;
      }
      const isDone = text === undefined
        ? found.state === "ended"
        : found.messages?.some((message) => message.text === text) === true;
      if (isDone) apply();
      return isDone;
    },
  };
  // The other one may have ended it, or left.
  const answer = await change(world, origin, person, ["POST", `${path}/${what}`, body], [404, 409]);
  if (answer !== undefined) apply();
}

/** Sends what one of the two does. Returns the answer when it is a success. */
async function change(
  world: World,
  origin: string,
  person: Person,
  [method, path, body]: readonly [method: string, path: string, body?: unknown],
  mayBe: readonly number[],
): Promise<Answer | undefined> {
  const { cookie } = person;
  const answer = await request(origin, method, path, { cookie, ...body !== undefined && { body } });
  if (world.mayRefuse && answer.status === 503) return undefined;
  person.talkDoubt = undefined;
  if (mayBe.includes(answer.status)) return undefined;
  if (answer.status < 200 || answer.status >= 300) {
    fail(world, `${method} ${path} was answered with ${answer.status}: ${answer.body.message}`);
    return undefined;
  }
  noteChange(world, person, `${method} ${path}`);
  return answer;
}

function noteChange(world: World, person: Person, what: string): void {
  person.changes += 1;
  person.done.push(what);
  world.acknowledged += 1;
}

/** Finds out what requests without an answer have made. To be called once everybody is signed in. */
export async function endTalkDoubt(world: World, origin: string, person: Person): Promise<void> {
  const { talkDoubt } = person;
  person.talkDoubt = undefined;
  if (talkDoubt === undefined || person.state.is !== "there") return;
  if (await talkDoubt.end(world, origin)) {
    person.changes += 1;
    person.done.push("a step without an answer");
  }
}

/** Whether there is one that time will do something to. */
export function hasTalk({ talks }: World, is: Talk["is"]): boolean {
  return talks.some((talk) => isWhole(talk) && talk.is === is && talk.texts.length > 0);
}

/** What must be there of every talk, as each of the two reads it. */
export async function inspectTalks(world: World, origin: string): Promise<void> {
  for (const talk of world.talks) {
    for (const person of [talk.asker, talk.mentor].filter(isThere)) {
      const { cookie } = person;
      const { status, body } = await request(origin, "GET", `/api/connections/${talk.id}`, {
        cookie,
      });
      const states: readonly string[] = isWhole(talk) ? statesOf[talk.is] : ["left"];
      const texts = isWhole(talk) ? talk.texts : [];
      const found = body.messages?.map(({ text = "" }) => text) ?? [];
      // A request of a member who was erased before the answer is gone.
      if (!isWhole(talk) && status === 404) continue;
      if (
        !states.includes(body.state ?? "") || !isDeepStrictEqual(found.toSorted(), texts.toSorted())
      ) {
        fail(
          world,
          `a talk is ${body.state} (${status}) with ${found.length} texts, and not ` +
            `${states.join(" or ")} with ${texts.length}`,
        );
      }
    }
  }
}

const statesOf = {
  requested: ["requested"],
  accepted: ["accepted"],
  over: ["declined", "ended", "expired"],
} as const;

/**
 * Waits until the days that have passed have done what they do: requests expire, once, and texts of what
 * was over are forgotten. Quiet conversations may end.
 */
export async function letTimePass(world: World, origin: string): Promise<void> {
  for (const talk of world.talks.filter(isWhole)) {
    const { cookie } = talk.asker;
    const read = async () =>
      (await request(origin, "GET", `/api/connections/${talk.id}`, { cookie })).body;
    if (talk.is === "requested") {
      const isOver = await eventually(
        async () => (await read()).state === "expired" ? true : undefined,
        passedWithinMs,
      );
      if (!isOver) fail(world, "a request does not expire");
      talk.is = "over";
      talk.asker.expired += 1;
    } else if (talk.is === "over") {
      const isForgotten = await eventually(
        async () => (await read()).messages?.length === 0 ? true : undefined,
        passedWithinMs,
      );
      if (!isForgotten) fail(world, "texts are not forgotten");
      talk.texts = [];
    } else if ((await read()).state === "ended") talk.is = "over";
  }
}
