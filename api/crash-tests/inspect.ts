/**
 * What must be true whenever the product answers again, asked as people ask: what was acknowledged is there, once; what
 * was not is there completely or not at all; and a person who was erased stays erased.
 *
 * @module
 */
import { isDeepStrictEqual } from "node:util";
import { accountActions, readAccount } from "./accounts.ts";
import { settleUnanswered } from "./change.ts";
import { eventually, request } from "./requests.ts";
import { inspectTalks } from "./talks.ts";
import type { Person, World } from "./world.ts";

/** So many of those who were erased try to sign in again. */
const erasedAsked = 4;

/** Looks at everyone, one after the other, and settles what was left without an answer. */
export async function inspect(world: World): Promise<void> {
  const origin = world.origins.at(-1) ?? "";
  for (const person of world.people) {
    await settleUnanswered(origin, person);
    if (!person.isThere) continue;
    if (person.cookie === undefined) await accountActions["sign in"].run(world, origin, person);
    await inspectAccount(world, origin, person);
  }
  await inspectTalks(world, origin);
  const erased = world.people.filter(({ state }) => state.is === "erased");
  for (const person of erased.slice(-erasedAsked)) await inspectErased(world, origin, person);
}

async function inspectAccount(world: World, origin: string, person: Person): Promise<void> {
  const { cookie, mark, account } = person;
  person.memberId ??= (await request(origin, "GET", "/api/user", { cookie })).body.id;
  const found = await readAccount(origin, cookie);
  const { username, profile, picture } = account;
  if (!isDeepStrictEqual(found, { username, profile, picture })) {
    const what = `expected ${JSON.stringify(account)}, found ${JSON.stringify(found)}`;
    world.fail(`${mark} has not what was acknowledged: ${what}`);
  }
  const shown = profile?.isVisible ? profile.bio : undefined;
  await mustBeFound(world, origin, mark, shown === undefined ? [] : [shown]);
  const view = await request(origin, "GET", `/api/profile/${person.memberId}`, world.reader);
  const status = profile === null ? 404 : profile.isVisible ? 200 : 403;
  if (view.status !== status || view.body.bio !== shown) {
    world.fail(`${mark}'s profile is answered with ${view.status}, not ${status}`);
  }
}

/** A search for a mark finds this, at the latest after the time that it may take. */
async function mustBeFound(world: World, origin: string, mark: string, bios: readonly string[]) {
  let found;
  const isRight = await eventually(async () => {
    const path = `/api/directory?search=${mark}`;
    const { body: { total, profiles } } = await request(origin, "GET", path, world.reader);
    found = { total, bios: profiles?.map(({ bio }) => bio) };
    return isDeepStrictEqual(found, { total: bios.length, bios }) || undefined;
  }, world.foundWithinMs);
  if (!isRight) world.fail(`${mark} is found as ${JSON.stringify(found)}, not ${bios.join()}`);
}

async function inspectErased(world: World, origin: string, person: Person): Promise<void> {
  const { mark, memberId, cookie } = person;
  await mustBeFound(world, origin, mark, []);
  if (memberId !== undefined) {
    const view = await request(origin, "GET", `/api/profile/${memberId}`, world.reader);
    if (view.status !== 404) world.fail(`${mark} was erased and is answered with ${view.status}`);
  }
  if (cookie !== undefined) {
    const user = await request(origin, "GET", "/api/user", { cookie });
    if (user.status !== 401) world.fail(`${mark} was erased and is still signed in`);
  }
}
