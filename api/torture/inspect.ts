/**
 * What must be true whenever the product answers again, asked the way people ask: who was told that
 * something is kept finds it, once; what nobody was told about is wholly there or wholly absent; and
 * who is gone stays gone.
 *
 * @module
 */
import { isDeepStrictEqual } from "node:util";
import { actions } from "./actions.ts";
import type { Account, Person, State } from "./person.ts";
import { type Answer, eventually, request } from "./requests.ts";
import { endTalkDoubt, inspectTalks } from "./talks.ts";
import { fail, readerAccount, type World } from "./world.ts";

/** So many of those who were erased try to sign in again. */
const erasedAsked = 4;

/** Looks at everybody, one after the other, and ends every doubt. */
export async function inspect(world: World): Promise<void> {
  const origin = world.origins.at(-1) ?? "";
  // Time that passed has ended every session.
  if (world.reader !== undefined) await signInReader(world, world.reader, origin);
  for (const person of world.people) {
    if (person.doubt !== undefined) await endDoubt(world, origin, person);
    if (person.state.is === "there" && person.cookie === undefined) {
      await actions["sign in"].run(world, origin, person);
    }
    await endTalkDoubt(world, origin, person);
    if (person.state.is === "there") await inspectAccount(world, origin, person, person.state);
  }
  await inspectTalks(world, origin);
  const erased = world.people.filter(({ state }) => state.is === "erased");
  for (const person of erased.slice(-erasedAsked)) await inspectErased(world, origin, person);
}

/** Signs all people in again. */
export async function signAllIn(world: World, origin: string): Promise<void> {
  for (const person of world.people) {
    if (person.state.is === "there") await actions["sign in"].run(world, origin, person);
  }
}

async function signInReader(
  world: World,
  reader: NonNullable<World["reader"]>,
  origin: string,
): Promise<void> {
  const user = await request(origin, "GET", "/api/user", { cookie: reader.cookie });
  if (user.status === 200) return;
  const { username, password } = readerAccount;
  const answer = await request(origin, "POST", "/api/login", { body: { username, password } });
  if (answer.cookie === undefined) fail(world, `the reader is answered with ${answer.status}`);
  else reader.cookie = answer.cookie;
}

/** Finds out what a request without an answer has made of a person: nothing, or all of it. */
async function endDoubt(world: World, origin: string, person: Person): Promise<void> {
  const { state: before, doubt: after } = person;
  person.doubt = undefined;
  if (after === undefined) return;
  await signInAs(world, origin, person, [before, after]);
  const found = await observe(world, origin, person, [before, after]);
  if (isDeepStrictEqual(found, after)) {
    person.state = after;
    person.changes += 1;
    person.done.push("a change without an answer");
  } else if (!isDeepStrictEqual(found, before)) {
    fail(world, `${person.mark} is half changed: ${whatOf(found)} is neither before nor after`);
    person.state = found;
  }
  // Who could not sign in must be able to register, with the same names.
  if (person.state.is === "nobody") await actions.register.run(world, origin, person);
}

/** Signs in with the first of several names and passwords that works. A session belongs to one person. */
async function signInAs(
  world: World,
  origin: string,
  person: Person,
  states: readonly State[],
): Promise<void> {
  person.cookie = undefined;
  const accounts = states.filter((state) => state.is === "there");
  const distinct = accounts.filter((one, at) =>
    accounts.findIndex((other) =>
      other.username === one.username && other.password === one.password
    ) === at
  );
  let good = 0;
  for (const { username, password } of distinct) {
    const answer = await request(origin, "POST", "/api/login", { body: { username, password } });
    if (answer.status === 200) {
      good += 1;
      person.cookie = answer.cookie;
      person.memberId = answer.body.id;
    } else if (answer.status !== 401) {
      fail(world, `signing in was answered with ${answer.status}`);
    }
  }
  if (good > 1) fail(world, `${person.mark} can sign in as before and as after a change`);
}

/** What the product says that a person is. */
async function observe(
  world: World,
  origin: string,
  { cookie, mark }: Person,
  [before, after]: readonly [State, State],
): Promise<State> {
  if (cookie === undefined) return after.is === "erased" ? after : { is: "nobody" };
  const user = await request(origin, "GET", "/api/user", { cookie });
  const own = await request(origin, "GET", "/api/profile/me", { cookie });
  if (user.status !== 200 || own.status !== 200) {
    fail(world, `${mark} signed in, and is then answered with ${user.status} and ${own.status}`);
  }
  const username = user.body.username ?? "";
  const both = [before, after].filter((state) => state.is === "there");
  return {
    is: "there",
    username,
    password: await passwordOf(origin, username, both),
    profile: own.body.bio === undefined
      ? null
      : { bio: own.body.bio, isVisible: own.body.isVisible ?? false },
    picture: await pictureOf(origin, user, cookie),
  };
}

async function passwordOf(origin: string, username: string, states: readonly Account[]) {
  const [before, after] = states;
  if (after === undefined || before?.password === after.password) return before?.password ?? "";
  const body = { username, password: after.password };
  const answer = await request(origin, "POST", "/api/login", { body });
  return answer.status === 200 ? after.password : before?.password ?? "";
}

async function inspectAccount(
  world: World,
  origin: string,
  person: Person,
  state: Account,
): Promise<void> {
  const { cookie, mark } = person;
  const user = await request(origin, "GET", "/api/user", { cookie });
  person.memberId ??= user.body.id;
  const own = await request(origin, "GET", "/api/profile/me", { cookie });
  const found = {
    username: user.body.username,
    picture: await pictureOf(origin, user, cookie),
    bio: own.body.bio,
    isVisible: own.body.isVisible,
  };
  const { username, picture, profile } = state;
  const expected = { username, picture, bio: profile?.bio, isVisible: profile?.isVisible };
  if (!isDeepStrictEqual(found, expected)) {
    const what = `expected ${JSON.stringify(expected)}, found ${JSON.stringify(found)}`;
    fail(world, `${mark} has not what was acknowledged (${user.status}): ${what}`);
  }
  await inspectAsOthers(world, origin, person, profile);
}

/** What others find and see. */
async function inspectAsOthers(
  world: World,
  origin: string,
  { mark, memberId }: Person,
  profile: Account["profile"],
): Promise<void> {
  const cookie = world.reader?.cookie;
  const shown = profile?.isVisible ? profile.bio : undefined;
  const found = await foundAs(world, origin, mark, shown === undefined ? [] : [shown]);
  if (found !== undefined) {
    fail(world, `${mark} is found as ${JSON.stringify(found)}, not ${JSON.stringify(shown)}`);
  }
  const view = await request(origin, "GET", `/api/profile/${memberId}`, { cookie });
  const status = profile === null ? 404 : profile.isVisible ? 200 : 403;
  if (view.status !== status || view.body.bio !== shown) {
    fail(world, `${mark}'s profile is answered with ${view.status}, not ${status}`);
  }
}

/** What a search for a mark finds, once it is not what it must be for longer than it may. */
async function foundAs(
  { reader, foundWithinMs }: World,
  origin: string,
  mark: string,
  expected: readonly string[],
): Promise<{ readonly total: number | undefined; readonly bios: unknown } | undefined> {
  let last;
  const isAsExpected = await eventually(async () => {
    const path = `/api/directory?search=${mark}`;
    const { body: { total, profiles } } = await request(origin, "GET", path, reader);
    last = { total, bios: profiles?.map(({ bio }) => bio) };
    return isDeepStrictEqual(last, { total: expected.length, bios: expected }) || undefined;
  }, foundWithinMs);
  return isAsExpected ? undefined : last;
}

async function inspectErased(world: World, origin: string, person: Person): Promise<void> {
  const { mark, memberId, cookie } = person;
  const reader = world.reader?.cookie;
  const isNamesake = world.people.some((one) => one !== person && one.email === person.email);
  if (!isNamesake && await foundAs(world, origin, mark, []) !== undefined) {
    fail(world, `${mark} was erased and is found`);
  }
  if (memberId !== undefined) {
    const view = await request(origin, "GET", `/api/profile/${memberId}`, { cookie: reader });
    if (view.status !== 404) fail(world, `${mark} was erased and is answered with ${view.status}`);
  }
  if (cookie !== undefined) {
    const user = await request(origin, "GET", "/api/user", { cookie });
    if (user.status !== 401) fail(world, `${mark} was erased and is still signed in`);
  }
}

/** What their picture shows, by its content. */
async function pictureOf(
  origin: string,
  { body: { profileImageUrl } }: Answer,
  cookie: string | undefined,
): Promise<string | null> {
  if (profileImageUrl == null) return null;
  const file = await request(origin, "GET", profileImageUrl, { cookie });
  return file.status === 200 ? file.digest : `answered with ${file.status}`;
}

function whatOf(state: State): string {
  return JSON.stringify(state);
}
