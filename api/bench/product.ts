import { setTimeout as delay } from "node:timers/promises";
import { demoPassword, makeUpPeople } from "../operations/demo/made-up-people.ts";
import { highLimits, productFolder, startProduct } from "../testing/process.ts";

/**
 * Starts the built product as a process of its own, with made-up people in it.
 *
 * @param members How many people sign in.
 * @returns Their cookies, and the ids of members whose profiles everyone may see.
 */
export async function startBenchProduct(
  folder: string,
  { profiles, members }: { readonly profiles: number; readonly members: number },
) {
  const environment = { DATA_DIR: folder, TRUSTED_PROXY: "127.0.0.1", ...highLimits };
  await seedPeople({ profiles, talks: 300 }, environment);
  const { origin, stop } = await startProduct(environment);
  // After a start the whole log is verified beside requests, which would slow the first measurement.
  while ((await (await fetch(`${origin}/readyz`)).text()).includes("verified")) await delay(100);
  const people = makeUpPeople({ profiles, seed, year: new Date().getUTCFullYear() });
  const cookies: string[] = [];
  for (const { username } of people.filter(({ profile }) => profile).slice(0, members)) {
    const answer = await fetch(`${origin}/api/login`, {
      method: "POST",
      headers: {
        "Content-Type": "application/json",
        Origin: origin,
        // From one address one signs in only so often.
        "X-Forwarded-For": `10.0.0.${cookies.length}`,
      },
      body: JSON.stringify({ username, password: demoPassword }),
    });
    if (!answer.ok) throw new Error(`Not signed in: ${await answer.text()}`);
    cookies.push(answer.headers.getSetCookie()[0]?.split(";")[0] ?? "");
  }
  const answer = await fetch(`${origin}/api/profiles?limit=1000`, {
    headers: { Cookie: cookies[0] ?? "" },
  });
  const found: readonly { readonly userId: string }[] = await answer.json();
  return { origin, cookies, visible: found.map(({ userId }) => userId), stop };
}

/** The same one, the same people. */
const seed = 1;

/** Fills a data folder with made-up people and conversations of theirs. */
export async function seedPeople(
  { profiles, talks }: { readonly profiles: number; readonly talks: number },
  environment: Readonly<Record<string, string>>,
): Promise<void> {
  const options = { profiles, seed, connections: talks };
  const { success, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "api/operations/tasks/admin.ts", "seed", "--no-pictures"].concat(
      Object.entries(options).flatMap(([name, value]) => [`--${name}`, String(value)]),
    ),
    cwd: productFolder,
    env: { ...environment, NO_COLOR: "1" },
  }).output();
  if (!success) throw new Error(new TextDecoder().decode(stderr));
}
