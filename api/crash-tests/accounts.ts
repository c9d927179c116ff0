/**
 * Actions on accounts, and reading an account back.
 *
 * @module
 */
import { isDeepStrictEqual } from "node:util";
import { encodePicture } from "../drawing/encode-picture.ts";
import { someProfile } from "../testing/app.ts";
import { anImage } from "../testing/pictures.ts";
import { type Action, isSuccess, send } from "./change.ts";
import { digestOf, type JsonResponse, NoAnswer, request, tokenFromMail } from "./requests.ts";
import type { Account, Change, Person, State, World } from "./world.ts";

const hasAccount = ({ hasAccount }: Person) => hasAccount;
const hasProfile = ({ state }: Person) => state.is === "registered" && state.profile !== null;
const nextText = (person: Person) => `${person.mark} turn${person.nextNumber()}`;

export const accountActions = {
  "register": {
    isPossible: ({ state }) => state.is === "unregistered",
    async run(world, origin, person) {
      const { mark, email } = person;
      const account = { username: mark, password: `${mark} first` };
      const body = { ...account, email, firstName: mark, lastName: "One", role: "alumni" };
      const after = { is: "registered", ...account, profile: null, picture: null } as const;
      const answer = await sendState(world, origin, person, after, ["POST", "/api/register", body]);
      person.cookie = answer?.cookie;
      person.memberId = answer?.body.id;
    },
  },
  "sign in": {
    isPossible: hasAccount,
    async run(world, origin, person) {
      const { username, password } = person.account;
      const body = { username, password };
      const answer = await request(origin, "POST", "/api/login", { body });
      if (isSuccess(world, "sign in", answer)) person.cookie = answer.cookie;
    },
  },
  "create a profile": {
    isPossible: (person) => person.hasAccount && !hasProfile(person),
    async run(world, origin, person) {
      const bio = nextText(person);
      // Puts the mark into fields that only a profile has, too.
      const [company, location] = [`${person.mark} company`, `${person.mark} town`];
      const body = { ...someProfile, company, location, primaryEmail: person.email, bio };
      const after = { ...person.account, profile: { bio, isVisible: true } };
      await sendState(world, origin, person, after, ["POST", "/api/profile", body]);
    },
  },
  "change the profile": {
    isPossible: hasProfile,
    async run(world, origin, person) {
      const bio = nextText(person);
      const isVisible = person.account.profile?.isVisible !== world.random.chance(0.3);
      const after = { ...person.account, profile: { bio, isVisible } };
      const call = ["PATCH", "/api/profile", { bio, isVisible }] as const;
      await sendState(world, origin, person, after, call);
    },
  },
  "change the username": {
    isPossible: hasAccount,
    async run(world, origin, person) {
      const username = nextText(person).replace(" ", ".");
      const after = { ...person.account, username };
      await sendState(world, origin, person, after, ["PATCH", "/api/user", { username }]);
    },
  },
  "delete the profile": {
    isPossible: hasProfile,
    async run(world, origin, person) {
      const after = { ...person.account, profile: null };
      await sendState(world, origin, person, after, ["POST", "/profile/delete", {}]);
    },
  },
  "change the picture": {
    isPossible: hasAccount,
    async run(world, origin, person) {
      const { cookie } = person;
      const asked = await request(origin, "POST", "/api/objects/upload", { cookie });
      if (!isSuccess(world, "ask for an upload", asked)) return;
      const color = `#${digestOf(nextText(person)).slice(0, 6)}`;
      const bytes = new Uint8Array(await anImage({ color }));
      const { picture } = await encodePicture(bytes, "png");
      const { uploadURL = "" } = asked.body;
      const sent = await upload(world, origin, uploadURL, bytes);
      if (sent === undefined || !isSuccess(world, "upload", sent)) return;
      const after = { ...person.account, picture: digestOf(new Uint8Array(picture)) };
      const call = ["PUT", "/api/profile-images", { profileImageURL: uploadURL }] as const;
      await sendState(world, origin, person, after, call);
    },
  },
  "reset the password": {
    isPossible: hasAccount,
    async run(world, origin, person) {
      const { email } = person;
      const after = world.mailServer.received.length;
      person.resetsAsked += 1;
      const asked = await request(origin, "POST", "/api/forgot-password", { body: { email } });
      if (!isSuccess(world, "ask for a reset", asked)) return;
      const token = await tokenFromMail(origin, world.mailServer, email, /reset/i, after);
      if (!token) return;
      // Passwords may not contain the name or address, so the mark can't be in it.
      const newPassword = `correct horse ${person.nextNumber()} staple`;
      const changed = { ...person.account, password: newPassword };
      const call = ["POST", "/api/reset-password", { token, newPassword }] as const;
      // Using one link invalidates the others, so a link of a late mail may be refused.
      const allowedRefusals = person.resetsAsked > 1 ? [400] : [];
      if (!await sendState(world, origin, person, changed, call, allowedRefusals)) return;
      // A reset ends every session.
      person.cookie = undefined;
      await accountActions["sign in"].run(world, origin, person);
    },
  },
  "delete the account": {
    isPossible: hasAccount,
    async run(world, origin, person) {
      await sendState(world, origin, person, { is: "erased" }, ["DELETE", "/api/account"]);
    },
  },
} as const satisfies Readonly<Record<string, Action>>;

/** Sends a change that brings a person into another state. */
function sendState(
  world: World,
  origin: string,
  person: Person,
  after: State,
  call: Change["call"],
  allowedRefusals?: readonly number[],
): Promise<JsonResponse | undefined> {
  return send(world, origin, person, {
    call,
    ...allowedRefusals && { allowedRefusals },
    apply: () => {
      person.state = after;
    },
    isDone: (at) => isNow(world, at, person, after),
  });
}

/** Whether a change is in effect. Reports a fault if only a part of it is. */
async function isNow(world: World, origin: string, person: Person, after: State) {
  const { state: before, mark } = person;
  const password = await signInAs(world, origin, person, [before, after]);
  const found: State = password === undefined
    ? { is: after.is === "erased" ? "erased" : "unregistered" }
    : { ...await readAccount(origin, person.cookie), is: "registered", password };
  if (isDeepStrictEqual(found, after)) return true;
  if (!isDeepStrictEqual(found, before)) {
    world.fail(`${mark} is half changed: ${JSON.stringify(found)} is neither before nor after`);
    person.state = found;
  }
  // If sign-in fails, the same names must be free to register.
  if (found.is === "unregistered") await accountActions.register.run(world, origin, person);
  return false;
}

/** Tries each name and password, which must work once at most. Returns the password that did. */
async function signInAs(
  world: World,
  origin: string,
  person: Person,
  states: readonly State[],
): Promise<string | undefined> {
  person.cookie = undefined;
  const accounts = states.filter((state) => state.is === "registered")
    .map(({ username, password }) => ({ username, password }));
  let password: string | undefined;
  for (const body of new Map(accounts.map((one) => [JSON.stringify(one), one])).values()) {
    const answer = await request(origin, "POST", "/api/login", { body });
    if (answer.status === 401) continue;
    if (answer.status !== 200) world.fail(`signing in was answered with ${answer.status}`);
    if (password !== undefined) world.fail(`${person.mark} can sign in as before and as after`);
    password = body.password;
    person.cookie = answer.cookie;
    person.memberId = answer.body.id;
  }
  return password;
}

/** Reads the signed-in account from the product. */
export async function readAccount(
  origin: string,
  cookie: string | undefined,
): Promise<Pick<Account, "username" | "profile" | "picture">> {
  const { body: user } = await request(origin, "GET", "/api/user", { cookie });
  const { body: own } = await request(origin, "GET", "/api/profile/me", { cookie });
  const path = user.profileImageUrl;
  const file = path == null ? undefined : await request(origin, "GET", path, { cookie });
  return {
    username: user.username ?? "",
    profile: own.bio === undefined ? null : { bio: own.bio, isVisible: own.isVisible ?? false },
    picture: file === undefined
      ? null
      : file.status === 200
      ? file.digest
      : `answered with ${file.status}`,
  };
}

/**
 * Uploads to any node, or to S3 if the address is signed for it.
 *
 * @returns `undefined` if S3 is away or busy.
 */
async function upload(
  world: World,
  origin: string,
  address: string,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<JsonResponse | undefined> {
  const { origin: namedOrigin, pathname, search } = new URL(address, origin);
  const isS3 = search.includes("X-Amz-Signature");
  try {
    const answer = await request(isS3 ? namedOrigin : origin, "PUT", `${pathname}${search}`, {
      bytes,
    });
    // Versity's gateway answers 409 while it removes the folder of the last upload.
    return isS3 && answer.status === 409 ? undefined : answer;
  } catch (error) {
    if (isS3 && world.mayRefuse && error instanceof NoAnswer) return undefined;
    throw error;
  }
}
