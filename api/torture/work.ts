import { createRandom } from "../../events/testing/random.ts";
import { actions } from "./actions.ts";
import { newPerson, type Person } from "./person.ts";
import { NoAnswer } from "./requests.ts";
import type { Doing } from "./steps.ts";
import { fail, newMark, type World } from "./world.ts";

/** More would make every check longer, and find nothing more. */
const livingPerWorker = 4;
/** How many times as often as others the wanted action is done. */
const wantedWeight = 6;

const weights: Readonly<Record<Doing, number>> = {
  "register": 3,
  "sign in": 1,
  "create a profile": 4,
  "change the profile": 6,
  "change the username": 1,
  "delete the profile": 1,
  "change the picture": 2,
  "reset the password": 1,
  "delete the account": 1,
  "confirm the address": 4,
  "ask for help": 4,
  "answer a request": 4,
  "write": 3,
  "end a conversation": 1,
};

export interface Work {
  /** Done more often than the rest. */
  readonly wanted?: Doing;
  /** How many work at once. */
  readonly workers?: number;
  /** Ends the work after the actions that are under way. */
  readonly until?: () => boolean;
}

/**
 * People do one thing after the other, several at once, until no process answers any more or the
 * work is over. Each has a server to go to.
 */
export async function work(
  world: World,
  { wanted, workers: count = 3, until = () => false }: Work,
): Promise<void> {
  const workers = Array.from({ length: count }, (_, at) => ({
    origin: world.origins[at % world.origins.length] ?? "",
    random: createRandom(world.random.below(2 ** 31)),
    mine: world.people.filter((_, index) => index % count === at),
  }));
  await Promise.all(workers.map(async ({ origin, random, mine }) => {
    try {
      while (!until()) {
        // Who could not sign in again while a server was away is signed in when everybody is looked at.
        const sure = withNewcomer(world, mine).filter(({ doubt, talkDoubt, state, cookie }) =>
          doubt === undefined && talkDoubt === undefined &&
          (state.is !== "there" || cookie !== undefined)
        );
        if (sure.length === 0) return;
        const person = random.pick(sure);
        const possible = (Object.keys(actions) as Doing[])
          .filter((doing) => actions[doing].isPossible(person.state, world, person))
          .flatMap((doing) =>
            Array.from(
              { length: weights[doing] * (doing === wanted ? wantedWeight : 1) },
              () => doing,
            )
          );
        if (possible.length > 0) await actions[random.pick(possible)].run(world, origin, person);
      }
    } catch (error) {
      if (error instanceof NoAnswer) return;
      fail(world, `a person's work ended: ${error}`);
    }
  }));
}

/** The living people of one worker, with a new one while there is room. */
function withNewcomer(world: World, mine: Person[]): Person[] {
  const living = mine.filter(({ state }) => state.is !== "erased");
  if (living.length >= livingPerWorker || living.some(({ state }) => state.is === "nobody")) {
    return living;
  }
  // Names that an erasure has set free are taken again.
  const former = world.random.chance(0.3)
    ? mine.find((one) => one.state.is === "erased" && isFree(world.people, one))
    : undefined;
  const newcomer = newPerson(newMark(world), former);
  mine.push(newcomer);
  world.people.push(newcomer);
  return [...living, newcomer];
}

function isFree(people: readonly Person[], { email }: Person): boolean {
  return people.every((one) => one.email !== email || one.state.is === "erased");
}
