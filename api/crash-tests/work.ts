import { createRandom } from "../../events/testing/random.ts";
import { accountActions } from "./accounts.ts";
import { NoAnswer } from "./requests.ts";
import type { ActionName, Trigger } from "./steps.ts";
import { talkActions } from "./talks.ts";
import { Person, type World } from "./world.ts";

/** More would make every check longer, and find nothing more. */
const livingPerWorker = 4;
/** How many times as often as others the wanted action is done. */
const wantedWeight = 6;

const actions = { ...accountActions, ...talkActions };
/** Done less often: what ends something leaves less to do. */
const seldom = /^(sign in|delete|end|reset|change the username)/;

/**
 * Workers act in parallel, each one step at a time, until the product stops answering or the work is done.
 *
 * @param until Ends the work after the actions that are under way.
 * @param wanted Done more often than the rest.
 */
export async function work(
  world: World,
  { wanted, workers = 3, until }: {
    until(): boolean;
    wanted?: Trigger;
    workers?: number;
  },
): Promise<void> {
  // Shared out before anyone begins: a newcomer of one worker is no one else's.
  const shares = Array.from(
    { length: workers },
    (_, at) => world.people.filter((_, index) => index % workers === at),
  );
  await Promise.all(shares.map(async (mine, at) => {
    const origin = world.origins[at % world.origins.length] ?? "";
    const random = createRandom(world.random.int(2 ** 31));
    try {
      while (!until()) {
        welcomeNewcomer(world, mine);
        // A person who could not sign in while a server was away waits until everyone is looked at.
        const sure = mine.filter(({ unanswered, state, isThere, cookie }) =>
          unanswered === undefined && state.is !== "erased" && (!isThere || cookie !== undefined)
        );
        if (sure.length === 0) return;
        const person = random.pick(sure);
        const possible = (Object.keys(actions) as ActionName[])
          .filter((name) => actions[name].isPossible(person, world))
          .flatMap((name) => {
            const weight = (seldom.test(name) ? 1 : 4) * (name === wanted ? wantedWeight : 1);
            return new Array<ActionName>(weight).fill(name);
          });
        if (possible.length > 0) await actions[random.pick(possible)].run(world, origin, person);
      }
    } catch (error) {
      if (!(error instanceof NoAnswer)) world.fail(`a person's work ended: ${error}`);
    }
  }));
}

/** Adds a person to those of a worker while there is room. */
function welcomeNewcomer(world: World, mine: Person[]): void {
  const living = mine.filter(({ state }) => state.is !== "erased");
  if (living.length >= livingPerWorker || living.some(({ state }) => state.is === "unregistered")) {
    return;
  }
  const newcomer = new Person(world.newMark());
  mine.push(newcomer);
  world.people.push(newcomer);
}
