import { createRandom } from "../../events/testing/random.ts";
import { accountActions } from "./accounts.ts";
import { NoAnswer } from "./requests.ts";
import type { ActionName, Trigger } from "./steps.ts";
import { conversationActions } from "./conversations.ts";
import { Person, type World } from "./world.ts";

/** More people would make every check longer without finding more. */
const livingPerWorker = 4;
/** How much more often than others the wanted action is picked. */
const wantedWeight = 6;

const actions = { ...accountActions, ...conversationActions };
/** Picked less often, because they end something and leave less to do. */
const rareActions = /^(sign in|delete|end|reset|change the username)/;

/**
 * Lets workers act in parallel, each one step at a time, until the product stops answering or the work is done.
 *
 * @param until Ends the work once the current actions are done.
 * @param wanted The action to pick more often than others.
 */
export async function work(
  world: World,
  { wanted, workers = 3, until }: {
    until(): boolean;
    wanted?: Trigger;
    workers?: number;
  },
): Promise<void> {
  // Divides people before any worker begins, so that each newcomer belongs to one worker.
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
        // People who couldn't sign in while a server was away wait for the next inspection.
        const ready = mine.filter(({ unanswered, state, hasAccount, cookie }) =>
          unanswered === undefined && state.is !== "erased" && (!hasAccount || cookie !== undefined)
        );
        if (ready.length === 0) return;
        const person = random.pick(ready);
        const possible = (Object.keys(actions) as ActionName[])
          .filter((name) => actions[name].isPossible(person, world))
          .flatMap((name) => {
            const weight = (rareActions.test(name) ? 1 : 4) * (name === wanted ? wantedWeight : 1);
            return new Array<ActionName>(weight).fill(name);
          });
        if (possible.length > 0) await actions[random.pick(possible)].run(world, origin, person);
      }
    } catch (error) {
      if (!(error instanceof NoAnswer)) world.fail(`a person's work ended: ${error}`);
    }
  }));
}

/** Gives a worker another person if there is room. */
function welcomeNewcomer(world: World, mine: Person[]): void {
  const living = mine.filter(({ state }) => state.is !== "erased");
  if (living.length >= livingPerWorker || living.some(({ state }) => state.is === "unregistered")) {
    return;
  }
  const newcomer = new Person(world.newMark());
  mine.push(newcomer);
  world.people.push(newcomer);
}
