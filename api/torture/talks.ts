/**
 * Requests and conversations of made-up people: what they do with each other, and what must be there afterwards.
 *
 * @module
 */
import { isDeepStrictEqual } from "node:util";
import { type Action, send } from "./change.ts";
import { request, tokenFromMail } from "./requests.ts";
import type { Person, Talk, World } from "./world.ts";

const isWhole = ({ asker, mentor }: Talk) => asker.isThere && mentor.isThere;
const talksOf = ({ talks }: World, person: Person, ...are: readonly Talk["is"][]) =>
  talks.filter((talk) =>
    [talk.asker, talk.mentor].includes(person) && isWhole(talk) && are.includes(talk.is)
  );
const askedOf = (world: World, mentor: Person) =>
  talksOf(world, mentor, "requested").filter((talk) => talk.mentor === mentor);
const startedBy = (world: World, person: Person) =>
  talksOf(world, person, "accepted").filter(({ asker }) => asker === person);

/** People whom this person can ask, and isn't connected with. */
function mentorsFor(world: World, person: Person): Person[] {
  const partners = talksOf(world, person, "requested", "accepted")
    .flatMap(({ asker, mentor }) => [asker, mentor]);
  return world.people.filter((other) =>
    other !== person && other.memberId !== undefined && other.state.is === "there" &&
    other.state.profile?.isVisible === true && other.unanswered === undefined &&
    !partners.includes(other)
  );
}

export const talkActions = {
  "confirm the address": {
    isPossible: (person) => person.isThere && !person.isConfirmed,
    async run(world, origin, person) {
      const isVerified = async (at: string) =>
        (await request(at, "GET", "/api/user", person)).body.emailVerified === true;
      // A link for a new password has confirmed it, too.
      if (await isVerified(origin)) {
        person.isConfirmed = true;
        return;
      }
      const token = await tokenFromMail(origin, world.mailServer, person.email, /^Confirm/);
      if (!token) return;
      await send(world, origin, person, {
        call: ["POST", "/api/auth/verify-email", { token }],
        allowedRefusals: [400],
        apply: () => {
          person.isConfirmed = true;
        },
        isDone: isVerified,
      });
    },
  },
  "ask for help": {
    isPossible: (person, world) =>
      person.isThere && person.isConfirmed && mentorsFor(world, person).length > 0,
    async run(world, origin, person) {
      const mentor = world.random.pick(mentorsFor(world, person));
      const note = world.newMark();
      let id: string | undefined;
      await send(world, origin, person, {
        call: ["POST", "/api/connections", { memberId: mentor.memberId, topics: [], note }],
        // Full, paused, hidden or gone by now, or declined lately.
        allowedRefusals: [403, 404, 409],
        apply(answer) {
          id ??= answer?.body.id;
          if (id === undefined) return;
          world.talks.push({ id, asker: person, mentor, is: "requested", texts: [note] });
        },
        async isDone(at) {
          const { body: lists } = await request(at, "GET", "/api/connections", person);
          const known = new Set(world.talks.map(({ id }) => id));
          const all = [...lists.waiting ?? [], ...lists.open ?? [], ...lists.past ?? []];
          id = all.find(({ id = "", asker }) => asker && !known.has(id))?.id;
          return id !== undefined;
        },
      });
    },
  },
  "answer a request": {
    isPossible: (person, world) => askedOf(world, person).length > 0,
    async run(world, origin, person) {
      const talk = world.random.pick(askedOf(world, person));
      const isYes = world.random.chance(0.7);
      const note = world.newMark();
      await step(world, origin, person, talk, isYes ? "accept" : "decline", { note }, () => {
        talk.is = isYes ? "accepted" : "over";
        talk.texts = [...talk.texts, note];
      });
    },
  },
  "write": {
    isPossible: (person, world) => talksOf(world, person, "accepted").length > 0,
    async run(world, origin, person) {
      const talk = world.random.pick(talksOf(world, person, "accepted"));
      const text = world.newMark();
      await step(world, origin, person, talk, "messages", { text }, () => {
        talk.texts = [...talk.texts, text];
      });
    },
  },
  "end a conversation": {
    isPossible: (person, world) => startedBy(world, person).length > 0,
    async run(world, origin, person) {
      const talk = world.random.pick(startedBy(world, person));
      await step(world, origin, person, talk, "end", undefined, () => {
        talk.is = "over";
      });
    },
  },
} as const satisfies Readonly<Record<string, Action>>;

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
  await send(world, origin, person, {
    call: ["POST", `${path}/${what}`, body],
    // The other one may have ended it, or left.
    allowedRefusals: [404, 409],
    apply,
    async isDone(at) {
      const { body: found } = await request(at, "GET", path, person);
      if (found.state === "left") {
        person.uncertain += 1;
        return false;
      }
      if (text === undefined) return found.state === "ended";
      return found.messages?.some((message) => message.text === text) === true;
    },
  });
}

const statesOf = {
  requested: ["requested"],
  accepted: ["accepted"],
  over: ["declined", "ended"],
} as const;

/** What must be there of every talk, as each of the two reads it. */
export async function inspectTalks(world: World, origin: string): Promise<void> {
  for (const talk of world.talks) {
    for (const person of [talk.asker, talk.mentor].filter(({ isThere }) => isThere)) {
      const path = `/api/connections/${talk.id}`;
      const { status, body } = await request(origin, "GET", path, person);
      const states: readonly string[] = isWhole(talk) ? statesOf[talk.is] : ["left"];
      const texts = isWhole(talk) ? talk.texts : [];
      const found = body.messages?.map(({ text = "" }) => text) ?? [];
      // A request of a member who was erased before the answer is gone.
      if (!isWhole(talk) && status === 404) continue;
      const isRight = states.includes(body.state ?? "") &&
        isDeepStrictEqual(found.toSorted(), texts.toSorted());
      if (isRight) continue;
      const expected = `${states.join(" or ")} with ${texts.length}`;
      world.fail(
        `a talk is ${body.state} (${status}) with ${found.length} texts, not ${expected}`,
      );
    }
  }
}
