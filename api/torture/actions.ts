/**
 * What people do: each action is one change that is asked for by a request. Before it is sent, its
 * person is in doubt; the answer ends the doubt.
 *
 * @module
 */
import { linkIn } from "../testing/mail-server.ts";
import { encodePicture } from "../objects/encode-picture.ts";
import { anImage } from "../testing/pictures.ts";
import { accountOf, nextText, type Person, type State } from "./person.ts";
import { type Answer, type Asked, digestOf, fromMail, NoAnswer, request } from "./requests.ts";
import type { Doing } from "./steps.ts";
import { talkActions, type TalkDoing } from "./talks.ts";
import { fail, type World } from "./world.ts";

export interface Action {
  isPossible(state: State, world: World, person: Person): boolean;
  /** @throws {NoAnswer} */
  run(world: World, origin: string, person: Person): Promise<void>;
}

const isThere = ({ is }: State) => is === "there";
const hasProfile = (state: State) => state.is === "there" && state.profile !== null;

const ofTalks = Object.fromEntries(
  Object.entries(talkActions).map(([doing, { isPossible, run }]): [string, Action] => [
    doing,
    { isPossible: (_, world, person) => isPossible(world, person), run },
  ]),
) as Readonly<Record<TalkDoing, Action>>;

export const actions: Readonly<Record<Doing, Action>> = {
  ...ofTalks,
  "register": {
    isPossible: ({ is }) => is === "nobody",
    async run(world, origin, person) {
      const { mark, email } = person;
      const account = { username: email.split("@")[0] ?? mark, password: `${mark} first` };
      const body = { ...account, email, firstName: mark, lastName: "One", role: "alumni" };
      const after = { is: "there", ...account, profile: null, picture: null } as const;
      const answer = await change(world, origin, person, after, ["POST", "/api/register", {
        body,
      }]);
      person.cookie = answer?.cookie;
      person.memberId = answer?.body.id;
    },
  },
  "sign in": {
    isPossible: isThere,
    async run(world, origin, person) {
      const { username, password } = accountOf(person);
      const body = { username, password };
      const answer = await request(origin, "POST", "/api/login", { body });
      if (isExpected(world, "sign in", answer)) person.cookie = answer.cookie;
    },
  },
  "create a profile": {
    isPossible: (state) => isThere(state) && !hasProfile(state),
    async run(world, origin, person) {
      const bio = nextText(person);
      const body = { ...profileOf(person), bio };
      const after = { ...accountOf(person), profile: { bio, isVisible: true } };
      await change(world, origin, person, after, ["POST", "/api/profile", { body }]);
    },
  },
  "change the profile": {
    isPossible: hasProfile,
    async run(world, origin, person) {
      const bio = nextText(person);
      const before = accountOf(person);
      const isVisible = world.random.chance(0.3)
        ? !before.profile?.isVisible
        : before.profile?.isVisible ?? true;
      const after = { ...before, profile: { bio, isVisible } };
      const body = { bio, isVisible };
      await change(world, origin, person, after, ["PATCH", "/api/profile", { body }]);
    },
  },
  "change the username": {
    isPossible: isThere,
    async run(world, origin, person) {
      const username = nextText(person).replace(" ", ".");
      const after = { ...accountOf(person), username };
      await change(world, origin, person, after, ["PATCH", "/api/user", { body: { username } }]);
    },
  },
  "delete the profile": {
    isPossible: hasProfile,
    async run(world, origin, person) {
      const after = { ...accountOf(person), profile: null };
      await change(world, origin, person, after, ["DELETE", "/api/profile", {}]);
    },
  },
  "change the picture": {
    isPossible: isThere,
    async run(world, origin, person) {
      const { cookie } = person;
      const asked = await request(origin, "POST", "/api/objects/upload", { cookie });
      if (!isExpected(world, "ask for an upload", asked)) return;
      const color = `#${digestOf(nextText(person)).slice(0, 6)}`;
      const bytes = new Uint8Array(await anImage({ color }));
      const { picture } = await encodePicture(bytes, "png");
      const { uploadURL = "" } = asked.body;
      const sent = await upload(world, origin, uploadURL, bytes);
      if (sent === undefined || !isExpected(world, "upload", sent)) return;
      const after = { ...accountOf(person), picture: digestOf(new Uint8Array(picture)) };
      const body = { profileImageURL: uploadURL };
      await change(world, origin, person, after, ["PUT", "/api/profile-images", { body }]);
    },
  },
  "reset the password": {
    isPossible: isThere,
    async run(world, origin, person) {
      const { email } = person;
      const known = resetLinksOf(world, email).length;
      person.resetsAsked += 1;
      const asked = await request(origin, "POST", "/api/forgot-password", { body: { email } });
      if (!isExpected(world, "ask for a reset", asked)) return;
      const links = await fromMail(origin, () => {
        const found = resetLinksOf(world, email);
        return found.length > known ? found : undefined;
      });
      const token = new URL(links?.at(-1) ?? "http://none").searchParams.get("token");
      if (token === null) return;
      // Not one with their mark, which is a part of their name and address.
      const newPassword = `correct horse ${++person.turn} staple`;
      const after = { ...accountOf(person), password: newPassword };
      const body = { token, newPassword };
      // Of several links, using one ends the others: a late mail's may be good no more.
      const mayBeOver = person.resetsAsked > 1;
      const sent = ["POST", "/api/reset-password", { body }] as const;
      const answer = await change(world, origin, person, after, sent, mayBeOver ? [400] : []);
      if (answer === undefined) return;
      // A reset ends every session.
      person.cookie = undefined;
      await actions["sign in"].run(world, origin, person);
    },
  },
  "delete the account": {
    isPossible: isThere,
    async run(world, origin, person) {
      await change(world, origin, person, { is: "erased" }, ["DELETE", "/api/account", {}]);
    },
  },
};

/** Sends what changes a person. Returns the answer when it is a success. */
async function change(
  world: World,
  origin: string,
  person: Person,
  after: State,
  [method, path, asked]: readonly [method: string, path: string, asked: Asked],
  mayBe: readonly number[] = [],
): Promise<Answer | undefined> {
  person.doubt = after;
  const answer = await request(origin, method, path, { cookie: person.cookie, ...asked });
  // Nothing of it should be there, but what it began may be finished later, such as an erasure.
  if (isRefusal(world, answer)) return undefined;
  person.doubt = undefined;
  if (mayBe.includes(answer.status)) return undefined;
  if (!isExpected(world, `${method} ${path}`, answer)) return undefined;
  person.state = after;
  person.changes += 1;
  person.done.push(`${method} ${path}`);
  world.acknowledged += 1;
  return answer;
}

function isExpected(world: World, what: string, answer: Answer): boolean {
  const { status, body } = answer;
  if (isRefusal(world, answer)) return false;
  const isSuccess = status >= 200 && status < 300;
  if (!isSuccess) fail(world, `${what} was answered with ${status}: ${body.message ?? ""}`);
  return isSuccess;
}

/** Notes an answer that says that something cannot be done now, and whether it says so as it should. */
function isRefusal(world: World, { status, body, retryAfter }: Answer): boolean {
  if (!world.mayRefuse || status !== 503) return false;
  world.refusals += 1;
  const message = body.message ?? "";
  if (!/^[A-Z][A-Za-z' ]+\. Try again (in a moment|later)\.$/.test(message)) {
    fail(world, `a refusal says "${message}"`);
  }
  if (retryAfter === null) fail(world, "a refusal does not say when to try again");
  return true;
}

function resetLinksOf({ mailServer }: World, email: string): string[] {
  return mailServer.received.filter(({ to, parsed }) =>
    to.includes(email) && /reset/i.test(parsed.subject ?? "")
  ).map(({ parsed }) => linkIn(parsed.text));
}

function profileOf({ mark }: Person) {
  return {
    classYear: "2012",
    rank: "CPT",
    armyBranch: "Aviation",
    mos: "15A",
    company: `${mark} company`,
    location: `${mark} town`,
    primaryEmail: `${mark}@example.com`,
  };
}

/**
 * An upload address may name the configured origin, which is the same service on any of its nodes, or an S3 server.
 *
 * @returns Nothing when that is away, or busy.
 */
async function upload(
  world: World,
  origin: string,
  address: string,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<Answer | undefined> {
  const { origin: named, pathname, search } = new URL(address, origin);
  const isS3 = search.includes("X-Amz-Signature");
  const sent = request(isS3 ? named : origin, "PUT", `${pathname}${search}`, { bytes });
  try {
    const answer = await sent;
    // Versity's gateway, while it removes the folder of the last upload.
    return isS3 && answer.status === 409 ? undefined : answer;
  } catch (error) {
    if (isS3 && world.mayRefuse && error instanceof NoAnswer) return undefined;
    throw error;
  }
}
