import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { demoPassword, makeUpPeople } from "../operations/demo/made-up-people.ts";
import type { ConnectionLists } from "../contract/connections.ts";

/** The built product as a process of its own, with made-up people in it. */
export interface BenchProduct {
  readonly origin: string;
  /** Those who can be signed in as, in the order in which they were made up. */
  readonly usernames: readonly string[];
  /** Askers: the cadets among them. */
  readonly cadets: readonly string[];
  /** Mentors: alumni with a profile, who may be asked. */
  readonly mentors: readonly string[];
  /**
   * Signs someone in; throws unless it succeeds.
   *
   * @param from From which address: one signs in only so often.
   */
  signIn(username: string, from?: number): Promise<BenchMember>;
  /** Ids of some members whose profiles everyone may see. */
  visibleTo(member: BenchMember): Promise<string[]>;
  /** Pages of conversations of these members, as far as they have any. */
  talksOf(members: readonly BenchMember[]): Promise<BenchTalk[]>;
  /** What the process takes of the machine's memory, and what of it is in use on its heap. */
  memory(): Promise<{ readonly rssBytes: number; readonly heapBytes: number }>;
  stop(): Promise<void>;
}

export interface BenchMember {
  readonly userId: string;
  readonly cookie: string;
}

export interface BenchTalk {
  readonly member: BenchMember;
  readonly connectionId: string;
}

const root = fileURLToPath(new URL("../..", import.meta.url));

/** Everything that the benchmark sends comes through a proxy that says from where it is. */
export function fromAddress(number: number): { readonly "X-Forwarded-For": string } {
  return { "X-Forwarded-For": `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}` };
}

/**
 * @param seed The same one, the same people.
 * @param talks How many conversations there are between them.
 */
export async function startBenchProduct(
  profiles: number,
  seed: number,
  talks = 0,
): Promise<BenchProduct> {
  const folder = await mkdtemp(join(tmpdir(), "alumni-load-"));
  const metricsPort = freePort();
  const env = {
    ...Deno.env.toObject(),
    APP_ENV: "production",
    DATA_DIR: folder,
    PORT: "0",
    METRICS_PORT: String(metricsPort),
    TRUSTED_PROXY: "127.0.0.1",
    // A few people save all the time.
    LIMIT_CHANGES_PER_MEMBER: "999999999",
    LIMIT_MESSAGES_PER_MEMBER: "999999999",
    LIMIT_PROFILES_PER_HOUR: "999999999",
    LIMIT_CONTACTS_PER_DAY: "999999999",
    LIMIT_CONTACTS_PER_STRANGER: "999999999",
    LIMIT_CONTACTS_PER_NETWORK: "999999999",
    LIMIT_CONTACTS_PER_NETWORK_PER_DAY: "999999999",
    NO_COLOR: "1",
  };
  await seedPeople({ profiles, seed, talks }, env);
  const people = makeUpPeople({ profiles, seed, year: new Date().getUTCFullYear() });
  const child = spawn(Deno.execPath(), ["run", "-A", "api/main.ts"], {
    cwd: root,
    env,
    // Its log is written as it is for people, and read by nobody.
    stdio: ["ignore", "pipe", "ignore"],
  });
  const origin = await readyAt(child);
  await isVerified(origin);
  const metrics = `http://127.0.0.1:${metricsPort}/metrics`;

  return {
    origin,
    usernames: people.filter(({ profile }) => profile).map(({ username }) => username),
    cadets: people.filter(({ role }) => role === "cadet").map(({ username }) => username),
    mentors: people.filter(({ role, profile }) => role === "alumni" && profile)
      .map(({ username }) => username),
    async signIn(username, from) {
      const answer = await fetch(`${origin}/api/login`, {
        method: "POST",
        headers: {
          "Content-Type": "application/json",
          Origin: origin,
          ...from !== undefined && fromAddress(from),
        },
        body: JSON.stringify({ username, password: demoPassword }),
      });
      const { id: userId } = await answer.json();
      const [cookie] = answer.headers.getSetCookie();
      if (!answer.ok || cookie === undefined) throw new Error(`Not signed in: ${answer.status}`);
      return { userId, cookie: cookie.split(";")[0] ?? "" };
    },
    async visibleTo({ cookie }) {
      const answer = await fetch(`${origin}/api/profiles?limit=1000`, {
        headers: { Cookie: cookie },
      });
      const profiles: { readonly userId: string }[] = await answer.json();
      return profiles.map(({ userId }) => userId);
    },
    async talksOf(members) {
      const talks: BenchTalk[] = [];
      for (const member of members) {
        const answer = await fetch(`${origin}/api/connections`, {
          headers: { Cookie: member.cookie },
        });
        const { waiting, open, past }: ConnectionLists = await answer.json();
        for (const { id } of [...waiting, ...open, ...past]) {
          talks.push({ member, connectionId: id });
        }
      }
      return talks;
    },
    async memory() {
      const text = await (await fetch(metrics)).text();
      const of = (name: string) => Number(new RegExp(`^${name} (\\S+)`, "m").exec(text)?.[1]);
      return {
        rssBytes: of("process_resident_memory_bytes"),
        heapBytes: of("nodejs_heap_size_used_bytes"),
      };
    },
    async stop() {
      const gone = new Promise((resolve) => child.once("exit", resolve));
      child.kill("SIGTERM");
      await gone;
      await rm(folder, { recursive: true });
    },
  };
}

async function seedPeople(
  wish: { readonly profiles: number; readonly seed: number; readonly talks: number },
  env: Record<string, string>,
) {
  const { profiles, seed, talks } = wish;
  const options = { profiles, seed, connections: talks };
  const task = new URL("../operations/tasks/seed.ts", import.meta.url).pathname;
  const { success, stderr } = await new Deno.Command(Deno.execPath(), {
    args: [
      ...["run", "-A", task, "--no-pictures"],
      ...Object.entries(options).flatMap(([name, value]) => [`--${name}`, String(value)]),
    ],
    cwd: root,
    env,
  }).output();
  if (!success) throw new Error(new TextDecoder().decode(stderr));
}

function readyAt(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    child.stdout?.on("data", (chunk) => {
      const address = /is ready at (http:\S+)/.exec(String(chunk))?.[1];
      if (address !== undefined) resolve(address);
    });
    child.once("exit", (code) => reject(new Error(`The product ended with code ${code}`)));
  });
}

/** The whole log is verified beside requests after a start: whoever is measured first would be slower for it. */
async function isVerified(origin: string): Promise<void> {
  while ((await (await fetch(`${origin}/readyz`)).text()).includes("verified")) await delay(100);
}

function freePort(): number {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const { port } = listener.addr;
  listener.close();
  return port;
}
