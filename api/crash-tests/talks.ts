/**
 * Requests and conversations of made-up people: what they do with each other, and what must be there afterwards.
 *
 * @module
 */
import { isDeepStrictEqual } from "node:util";
import { type Action, send } from "./change.ts";
import { textsIn } from "../testing/calls.ts";
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
        call: ["POST", "/verify-email", { token }],
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
        call: ["POST", "/connections/new", { memberId: mentor.memberId, note }],
        // Full, paused, hidden or gone by now, or declined lately.
        allowedRefusals: [403, 404, 409],
        apply(answer) {
          id ??= answer?.startedId;
          if (id === undefined) return;
          world.talks.push({ id, asker: person, mentor, is: "requested", texts: [note] });
        },
        async isDone(at) {
          const { html } = await request(at, "GET", "/connections", person);
          const listed = [...html.matchAll(/"\/connections\/([0-9a-f-]{36})/g)];
          const known = new Set(world.talks.map(({ id }) => id));
          for (const one of new Set(listed.map(([, one = ""]) => one)).difference(known)) {
            const talk = await request(at, "GET", `/connections/${one}`, person);
            if (textsIn(talk.html).includes(note)) id = one;
          }
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
      const action = isYes ? "accept" : "decline";
      await step(world, origin, person, talk, { action, note }, () => {
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
      await step(world, origin, person, talk, { action: "message", text }, () => {
        talk.texts = [...talk.texts, text];
      });
    },
  },
  "end a conversation": {
    isPossible: (person, world) => startedBy(world, person).length > 0,
    async run(world, origin, person) {
      const talk = world.random.pick(startedBy(world, person));
      await step(world, origin, person, talk, { action: "end" }, () => {
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
  form: { readonly action: string; readonly note?: string; readonly text?: string },
  apply: () => void,
): Promise<void> {
  const path = `/connections/${talk.id}`;
  const text = form.note ?? form.text;
  await send(world, origin, person, {
    call: ["POST", path, form],
    // The other one may have ended it, or left.
    allowedRefusals: [404, 409],
    apply,
    async isDone(at) {
      const { html } = await request(at, "GET", path, person);
      if (stateIn(html) === "left") {
        person.uncertain += 1;
        return false;
      }
      return text === undefined ? stateIn(html) === "over" : textsIn(html).includes(text);
    },
  });
}

const statesOf = {
  requested: /^(They asked you a question|Waiting for their (answer|reply)|Asks for your help)$/,
  accepted: /^(Waiting for your reply|In conversation)$/,
  over: /^(Declined|You declined|Ended|Ended: did it help\?)$/,
  left: /^Ended: a member left$/,
} as const;

/** How a page says that a talk stands. */
function stateIn(html: string) {
  const badges = [...html.matchAll(/class="[^"]*\brt-Badge[^"]*">([^<]+)</g)].map((
    [, words = ""],
  ) => words);
  return (Object.keys(statesOf) as (keyof typeof statesOf)[])
    .find((state) => badges.some((words) => statesOf[state].test(words)));
}

/** What must be there of every talk, as each of the two reads it. */
export async function inspectTalks(world: World, origin: string): Promise<void> {
  for (const talk of world.talks) {
    for (const person of [talk.asker, talk.mentor].filter(({ isThere }) => isThere)) {
      const { status, html } = await request(origin, "GET", `/connections/${talk.id}`, person);
      const state = isWhole(talk) ? talk.is : "left";
      const texts = isWhole(talk) ? talk.texts : [];
      const found = textsIn(html);
      // A request of a member who was erased before the answer is gone.
      if (!isWhole(talk) && status === 404) continue;
      const isRight = stateIn(html) === state &&
        isDeepStrictEqual(found.toSorted(), texts.toSorted());
      if (isRight) continue;
      const expected = `${state} with ${texts.length}`;
      world.fail(
        `a talk is ${stateIn(html)} (${status}) with ${found.length} texts, not ${expected}`,
      );
    }
  }
}
