import { setTimeout as delay } from "node:timers/promises";
import { expect, it } from "vitest";
import { someProfile } from "../../testing/app.ts";
import { password, send, sessionIn } from "../../testing/calls.ts";
import { found, within } from "../../testing/cluster.ts";
import { readComposeFile } from "./testing/compose-file.ts";
import { givenRelease, image, missingImages, product, trustProxy } from "./testing/release.ts";

// docker-compose.cluster.yml in real containers, with the libSQL server given to .ci/container.

const overlay = "docker-compose.cluster.yml";
const nodes = ["api", "api-2"];
const isMissing = Object.values(readComposeFile({}, overlay).services)
  .some(({ image }) => image.includes("libsql") && missingImages.includes(image));
const skipped = image === ""
  ? " (skipped: .ci/container runs it)"
  : isMissing
  ? " (skipped: neither LIBSQL_SERVER nor the path has sqld)"
  : "";
/** Time limit for containers to become healthy. */
const slowly = { timeout: 120_000, interval: 500 };

it.skipIf(skipped !== "")(
  `Two nodes on libSQL servers serve as one, also while one of them starts again${skipped}`,
  { timeout: 900_000 },
  async () => {
    const { shell } = await givenRelease(overlay);
    await shell("docker compose up -d");
    const healthy = () => shell("docker ps --filter health=healthy --format '{{.Names}}'");
    for (const node of nodes) await expect.poll(healthy, slowly).toContain(`-${node}-1\n`);
    await trustProxy(shell);
    const [first, second] = await nodeCookies();

    const pat = await register(first, "pat");
    const body = { ...someProfile, company: "Initech" };
    expect((await send(product, "POST", "/api/profile", { ...pat.at(first), body })).status)
      .toBe(201);
    const sam = await register(second, "sam");
    // Their sessions are valid on all nodes, and others see them.
    for (const node of [first, second]) {
      for (const [one, other] of [[pat, sam], [sam, pat]] as const) {
        const user = await send(product, "GET", "/api/user", one.at(node));
        expect(await user.json()).toMatchObject({ username: one.username });
        const login = { username: other.username, password };
        expect((await send(product, "POST", "/api/login", { ...at(node), body: login })).status)
          .toBe(200);
      }
      await expect.poll(() => found(product, sam.at(node), "initech"), within).toBe(1);
    }
    const change = { company: "Hooli" };
    await send(product, "PATCH", "/api/profile", { ...pat.at(second), body: change });
    await expect.poll(() => found(product, sam.at(first), "hooli"), within).toBe(1);

    for (let turn = 0; turn < 25; turn++) {
      const [bio, company] = [{ bio: `Bio ${turn}` }, { company: `Company ${turn}` }];
      const answers = await Promise.all([
        send(product, "PATCH", "/api/profile", { ...pat.at(first), body: bio }),
        send(product, "PATCH", "/api/profile", { ...pat.at(second), body: company }),
      ]);
      expect(answers.map(({ status }) => status)).toEqual([200, 200]);
      for (const node of [first, second]) {
        const own = async () =>
          await (await send(product, "GET", "/api/profile/me", pat.at(node))).json();
        await expect.poll(own, within).toMatchObject({ ...bio, ...company });
      }
    }

    // Made by a command, so that each node has to notice it.
    const link = await shell(
      "docker compose exec -T api deno task --quiet admin set-password-link sam --yes",
    );
    const { pathname, search } = new URL(/https:\S+token=[\w.-]+/.exec(link)?.[0] ?? "");
    for (const node of [second, first]) {
      const opened = async () =>
        await (await send(product, "GET", pathname + search, at(node))).text();
      await expect.poll(opened, within).toContain('value="sam"');
    }

    // Podman kills at once without a time. Docker uses the file's.
    const restart = "restart --timeout 20";
    for (const command of [`${restart} api`, `${restart} api-2`, "stop api", "start api"]) {
      const counts = await underLoad([first, second], pat, async () => {
        await delay(2000);
        await shell(`docker compose ${command}`);
        await delay(5000);
        if (command !== "stop api") {
          for (const node of [first, second]) {
            await expect.poll(() => isUp(node), slowly).toBe(true);
          }
        }
      });
      expect({ command, failed: counts.failed }).toEqual({ command, failed: [] });
      expect(Math.min(counts.GET, counts.POST)).toBeGreaterThan(50);
    }
    await shell("docker compose exec -T api deno task --quiet admin verify");
  },
);

/** The proxy's cookies that bind a browser to a node, one for each node. */
async function nodeCookies(): Promise<[string, string]> {
  const cookies = new Set<string>();
  await expect.poll(async () => {
    const cookie = nodeIn(await send(product, "GET", "/healthz"));
    if (cookie !== undefined) cookies.add(cookie);
    return cookies.size;
  }, slowly).toBe(nodes.length);
  const [first = "", second = ""] = cookies;
  return [first, second];
}

function nodeIn({ headers }: Response): string | undefined {
  return headers.getSetCookie().find((one) => one.startsWith("node="))?.split(";")[0];
}

/** Whether the proxy sends requests to this node. Otherwise its answer names another one. */
async function isUp(node: string): Promise<boolean> {
  const answer = await send(product, "GET", "/healthz", at(node));
  return answer.ok && nodeIn(answer) === undefined;
}

function at(node: string, session?: string) {
  return { cookie: [node, ...session === undefined ? [] : [session]].join("; ") };
}

/** Registers someone through a node. */
async function register(node: string, username: string) {
  const person = { username, email: `${username}@example.com`, firstName: "Pat", lastName: "Doe" };
  const body = { ...person, password, role: "alumni" };
  const answer = await send(product, "POST", "/api/register", { ...at(node), body });
  expect(answer.status).toBe(201);
  const cookie = sessionIn(answer);
  return { username, at: (other: string) => at(other, cookie) };
}

/** Sends requests to each node, and to either, during some work. Returns the number of requests, and the failures. */
async function underLoad(
  nodeCookies: readonly string[],
  person: Awaited<ReturnType<typeof register>>,
  action: () => Promise<void>,
) {
  const counts = { GET: 0, POST: 0, failed: new Array<string>() };
  let isOver = false;
  async function ask(method: "GET" | "POST", path: string, options: Parameters<typeof send>[3]) {
    while (!isOver) {
      const answer = await send(product, method, path, options).catch(String);
      if (answer instanceof Response) await answer.body?.cancel();
      const status = answer instanceof Response ? answer.status : answer;
      counts[method]++;
      if (status !== 200) counts.failed.push(`${method} ${status}`);
      await delay(20);
    }
  }
  const login = { username: person.username, password };
  const askers = [...nodeCookies, "node=none"].flatMap((node) => [
    ask("GET", "/api/user", person.at(node)),
    ask("POST", "/api/login", { ...at(node), body: login }),
  ]);
  await action().finally(() => isOver = true);
  await Promise.all(askers);
  return counts;
}
