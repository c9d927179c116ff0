/**
 * Requests and conversations of made-up people: their actions, and checks of each conversation.
 *
 * @module
 */
import { isDeepStrictEqual } from "node:util";
import { type Action, send } from "./change.ts";
import { textsIn } from "../testing/calls.ts";
import { request, tokenFromMail } from "./requests.ts";
import type { Conversation, Person, World } from "./world.ts";

const isWhole = ({ asker, mentor }: Conversation) => asker.hasAccount && mentor.hasAccount;
const conversationsOf = (
  { conversations }: World,
  person: Person,
  ...are: readonly Conversation["is"][]
) =>
  conversations.filter((conversation) =>
    [conversation.asker, conversation.mentor].includes(person) && isWhole(conversation) &&
    are.includes(conversation.is)
  );
const askedOf = (world: World, mentor: Person) =>
  conversationsOf(world, mentor, "requested").filter((conversation) =>
    conversation.mentor === mentor
  );
const startedBy = (world: World, person: Person) =>
  conversationsOf(world, person, "accepted").filter(({ asker }) => asker === person);

/** People that this person can ask and has no open conversation with. */
function mentorsFor(world: World, person: Person): Person[] {
  const partners = conversationsOf(world, person, "requested", "accepted")
    .flatMap(({ asker, mentor }) => [asker, mentor]);
  return world.people.filter((other) =>
    other !== person && other.memberId !== undefined && other.state.is === "registered" &&
    other.state.profile?.isVisible === true && other.unanswered === undefined &&
    !partners.includes(other)
  );
}

export const conversationActions = {
  "confirm the address": {
    isPossible: (person) => person.hasAccount && !person.isConfirmed,
    async run(world, origin, person) {
      const isVerified = async (at: string) =>
        (await request(at, "GET", "/api/user", person)).body.emailVerified === true;
      // A password reset confirms the address, too.
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
      person.hasAccount && person.isConfirmed && mentorsFor(world, person).length > 0,
    async run(world, origin, person) {
      const mentor = world.random.pick(mentorsFor(world, person));
      const note = world.newMark();
      let id: string | undefined;
      await send(world, origin, person, {
        call: ["POST", "/connections/new", { memberId: mentor.memberId, note }],
        // The mentor may be full, paused, hidden or gone by now, or has declined recently.
        allowedRefusals: [403, 404, 409],
        apply(answer) {
          id ??= answer?.startedId;
          if (id === undefined) return;
          world.conversations.push({ id, asker: person, mentor, is: "requested", texts: [note] });
        },
        async isDone(at) {
          const { html } = await request(at, "GET", "/connections", person);
          const listed = [...html.matchAll(/"\/connections\/([0-9a-f-]{36})/g)];
          const known = new Set(world.conversations.map(({ id }) => id));
          for (const one of new Set(listed.map(([, one = ""]) => one)).difference(known)) {
            const conversation = await request(at, "GET", `/connections/${one}`, person);
            if (textsIn(conversation.html).includes(note)) id = one;
          }
          return id !== undefined;
        },
      });
    },
  },
  "answer a request": {
    isPossible: (person, world) => askedOf(world, person).length > 0,
    async run(world, origin, person) {
      const conversation = world.random.pick(askedOf(world, person));
      const isYes = world.random.chance(0.7);
      const note = world.newMark();
      const action = isYes ? "accept" : "decline";
      await step(world, origin, person, conversation, { action, note }, () => {
        conversation.is = isYes ? "accepted" : "over";
        conversation.texts = [...conversation.texts, note];
      });
    },
  },
  "write": {
    isPossible: (person, world) => conversationsOf(world, person, "accepted").length > 0,
    async run(world, origin, person) {
      const conversation = world.random.pick(conversationsOf(world, person, "accepted"));
      const text = world.newMark();
      await step(world, origin, person, conversation, { action: "message", text }, () => {
        conversation.texts = [...conversation.texts, text];
      });
    },
  },
  "end a conversation": {
    isPossible: (person, world) => startedBy(world, person).length > 0,
    async run(world, origin, person) {
      const conversation = world.random.pick(startedBy(world, person));
      await step(world, origin, person, conversation, { action: "end" }, () => {
        conversation.is = "over";
      });
    },
  },
} as const satisfies Readonly<Record<string, Action>>;

/** Sends an action of one of the two on a conversation. */
async function step(
  world: World,
  origin: string,
  person: Person,
  conversation: Conversation,
  form: { readonly action: string; readonly note?: string; readonly text?: string },
  apply: () => void,
): Promise<void> {
  const path = `/connections/${conversation.id}`;
  const text = form.note ?? form.text;
  await send(world, origin, person, {
    call: ["POST", path, form],
    // The other person may have ended the conversation, or left.
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

/** The conversation's state as its page shows it. */
function stateIn(html: string) {
  const badges = [...html.matchAll(/class="[^"]*\brt-Badge[^"]*">([^<]+)</g)].map((
    [, words = ""],
  ) => words);
  return (Object.keys(statesOf) as (keyof typeof statesOf)[])
    .find((state) => badges.some((words) => statesOf[state].test(words)));
}

/** Checks every conversation as both people see it. */
export async function inspectConversations(world: World, origin: string): Promise<void> {
  for (const conversation of world.conversations) {
    for (
      const person of [conversation.asker, conversation.mentor].filter(({ hasAccount }) =>
        hasAccount
      )
    ) {
      const { status, html } = await request(
        origin,
        "GET",
        `/connections/${conversation.id}`,
        person,
      );
      const state = isWhole(conversation) ? conversation.is : "left";
      const texts = isWhole(conversation) ? conversation.texts : [];
      const found = textsIn(html);
      // An unanswered request is gone once one of the two is erased.
      if (!isWhole(conversation) && status === 404) continue;
      const isRight = stateIn(html) === state &&
        isDeepStrictEqual(found.toSorted(), texts.toSorted());
      if (isRight) continue;
      const expected = `${state} with ${texts.length}`;
      world.fail(
        `a conversation is ${
          stateIn(html)
        } (${status}) with ${found.length} texts, not ${expected}`,
      );
    }
  }
}
