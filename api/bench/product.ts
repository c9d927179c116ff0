import { demoPassword, makeUpPeople } from "../cli/demo/made-up-people.ts";
import { runAdmin } from "../testing/admin.ts";
import { send, sessionIn } from "../testing/calls.ts";
import { highLimits, startProduct } from "../testing/process.ts";

/**
 * Starts the built product in its own process, with made-up people.
 *
 * @param members The number of people who sign in.
 * @returns Their cookies, and the ids of members whose profiles everyone may see.
 */
export async function startBenchProduct(
  folder: string,
  { profiles, members }: { readonly profiles: number; readonly members: number },
) {
  const environment = { DATA_DIR: folder };
  await seedPeople({ profiles, talks: 300 }, environment);
  const { origin, pid, stop } = await startProduct(environment, { choices: highLimits });
  const people = makeUpPeople({ profiles, seed, year: new Date().getUTCFullYear() });
  const cookies: string[] = [];
  for (const { username } of people.filter(({ profile }) => profile).slice(0, members)) {
    const body = { username, password: demoPassword };
    const answer = await send({ origin }, "POST", "/api/login", { body });
    if (!answer.ok) throw new Error(`Not signed in: ${await answer.text()}`);
    cookies.push(sessionIn(answer));
  }
  const answer = await send({ origin }, "GET", "/api/profiles?limit=1000", { cookie: cookies[0] });
  const found: readonly { readonly userId: string }[] = await answer.json();
  return { origin, pid, cookies, visible: found.map(({ userId }) => userId), stop };
}

/** The same seed gives the same people. */
const seed = 1;

/** Fills a data folder with made-up people and their conversations. */
export async function seedPeople(
  { profiles, talks }: { readonly profiles: number; readonly talks: number },
  environment: Readonly<Record<string, string>>,
): Promise<void> {
  const options = [`--profiles=${profiles}`, `--seed=${seed}`, `--connections=${talks}`];
  const { code, stderr } = await runAdmin(["seed", "--no-pictures", ...options], { environment });
  if (code !== 0) throw new Error(stderr);
}
