import { type JsonResponse, request } from "./requests.ts";
import type { Change, Person, World } from "./world.ts";

/** Something that people do in the product. */
export interface Action {
  isPossible(person: Person, world: World): boolean;
  /** @throws {NoAnswer} */
  run(world: World, origin: string, person: Person): Promise<void>;
}

/** Sends a change. Returns the answer if it is a success. */
export async function send(
  world: World,
  origin: string,
  person: Person,
  change: Change,
): Promise<JsonResponse | undefined> {
  const [method, path, body] = change.call;
  person.unanswered = change;
  const answer = await request(origin, method, path, { cookie: person.cookie, body });
  // A refused change should have no effect, but one such as an erasure may be completed later.
  if (isRefusal(world, answer)) return undefined;
  person.unanswered = undefined;
  if (change.allowedRefusals?.includes(answer.status)) return undefined;
  if (!isSuccess(world, `${method} ${path}`, answer)) return undefined;
  change.apply(answer);
  person.changes.push(`${method} ${path}`);
  world.acknowledged += 1;
  return answer;
}

/** Finds out whether a request without an answer was carried out. */
export async function settleUnanswered(origin: string, person: Person): Promise<void> {
  const { unanswered } = person;
  person.unanswered = undefined;
  if (unanswered === undefined || !await unanswered.isDone(origin)) return;
  unanswered.apply();
  person.changes.push(`${unanswered.call.slice(0, 2).join(" ")} (no answer)`);
}

export function isSuccess(world: World, what: string, answer: JsonResponse): boolean {
  const { status, body } = answer;
  if (isRefusal(world, answer)) return false;
  const isOk = status >= 200 && status < 400;
  if (!isOk) world.fail(`${what} was answered with ${status}: ${body.message ?? ""}`);
  return isOk;
}

/** Whether the product refused for now. Its message and `Retry-After` must be right. */
function isRefusal(world: World, { status, body, retryAfter }: JsonResponse): boolean {
  if (!world.mayRefuse || status !== 503) return false;
  world.refusals += 1;
  const { message = "" } = body;
  if (!/^[A-Z][A-Za-z',: ]+\. Try again (in a moment|later)\.$/.test(message)) {
    world.fail(`a refusal says "${message}"`);
  }
  if (retryAfter === null) world.fail("a refusal does not say when to try again");
  return true;
}
