/**
 * Checks after a restart, through the product: every acknowledged change is there once, every other one completely or
 * not at all, and erased members stay erased.
 *
 * @module
 */
import { isDeepStrictEqual } from "node:util";
import { accountActions, readAccount } from "./accounts.ts";
import { settleUnanswered } from "./change.ts";
import { eventually, request } from "./requests.ts";
import { inspectConversations } from "./conversations.ts";
import type { Person, World } from "./world.ts";

/** How many erased members are checked; checking all would take longer with every kill. */
const erasedSampleSize = 4;

/** Checks all people in turn, and finds out whether unanswered requests were carried out. */
export async function inspect(world: World): Promise<void> {
  const origin = world.origins.at(-1) ?? "";
  for (const person of world.people) {
    await settleUnanswered(origin, person);
    if (!person.hasAccount) continue;
    if (person.cookie === undefined) await accountActions["sign in"].run(world, origin, person);
    await inspectAccount(world, origin, person);
  }
  await inspectConversations(world, origin);
  const erased = world.people.filter(({ state }) => state.is === "erased");
  for (const person of erased.slice(-erasedSampleSize)) await inspectErased(world, origin, person);
}

async function inspectAccount(world: World, origin: string, person: Person): Promise<void> {
  const { cookie, mark, account } = person;
  person.memberId ??= (await request(origin, "GET", "/api/user", { cookie })).body.id;
  const found = await readAccount(origin, cookie);
  const { username, profile, picture } = account;
  if (!isDeepStrictEqual(found, { username, profile, picture })) {
    const what = `expected ${JSON.stringify(account)}, found ${JSON.stringify(found)}`;
    world.fail(`${mark} lost an acknowledged change: ${what}`);
  }
  const shown = profile?.isVisible ? profile.bio : undefined;
  await expectFound(world, origin, mark, shown === undefined ? [] : [shown]);
  const view = await request(origin, "GET", `/api/profile/${person.memberId}`, world.reader);
  const status = profile === null ? 404 : profile.isVisible ? 200 : 403;
  if (view.status !== status || view.body.bio !== shown) {
    world.fail(`${mark}'s profile is answered with ${view.status}, not ${status}`);
  }
}

/** Checks that a search for a mark finds these profiles once the index had time to follow. */
async function expectFound(world: World, origin: string, mark: string, bios: readonly string[]) {
  let found;
  const isRight = await eventually(async () => {
    const path = `/api/directory?search=${mark}`;
    const { body: { total, profiles } } = await request(origin, "GET", path, world.reader);
    found = { total, bios: profiles?.map(({ bio }) => bio) };
    return isDeepStrictEqual(found, { total: bios.length, bios }) || undefined;
  }, world.indexDelayMs);
  if (!isRight) world.fail(`${mark} is found as ${JSON.stringify(found)}, not ${bios.join()}`);
}

async function inspectErased(world: World, origin: string, person: Person): Promise<void> {
  const { mark, memberId, cookie } = person;
  await expectFound(world, origin, mark, []);
  if (memberId !== undefined) {
    const view = await request(origin, "GET", `/api/profile/${memberId}`, world.reader);
    if (view.status !== 404) world.fail(`${mark} was erased and is answered with ${view.status}`);
  }
  if (cookie !== undefined) {
    const user = await request(origin, "GET", "/api/user", { cookie });
    if (user.status !== 401) world.fail(`${mark} was erased and is still signed in`);
  }
}
