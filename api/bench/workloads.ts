import { createRandom } from "../../search/testing/random.ts";
import { armyBranches, helpTopics } from "../../events/vocabulary.ts";
import { sorts } from "../../search/profile-search.ts";
import { demoPassword } from "../operations/demo/made-up-people.ts";
import type { Shot } from "./cannon.ts";
import { type BenchMember, type BenchTalk, fromAddress } from "./product.ts";

/** What people ask for, each by itself. */
export interface Workloads {
  readonly landing: readonly Shot[];
  readonly home: readonly Shot[];
  /** One that others looked at since the last change. */
  readonly "directory page": readonly Shot[];
  /** Each a view that nobody has asked for since. */
  readonly "new directory page": readonly Shot[];
  readonly "profile page": readonly Shot[];
  readonly "own profile": readonly Shot[];
  readonly "directory API": readonly Shot[];
  readonly "directory API, mixed": readonly Shot[];
  /** Each a view that nobody has asked for since. */
  readonly "directory API, new": readonly Shot[];
  readonly profile: readonly Shot[];
  /** Where a member that is signed in as has one. */
  readonly conversation: readonly Shot[];
  readonly "conversation list": readonly Shot[];
  readonly "conversation page": readonly Shot[];
  readonly "connections page": readonly Shot[];
  readonly login: readonly Shot[];
}

const words = ["captain", "armor", "texas", "intell", "resume", "ranger", "smith", "dall", "wac"];

/** As many as a connection goes through before it begins anew. */
const savesInTurn = 64;

/** Several times as many as are kept: asked for in turn, each is gone when it is asked for again. */
const newViews = 2048;

function viewAt(at: number): URLSearchParams {
  const orders = at % sorts.length;
  const topics = Math.floor(at / sorts.length);
  return new URLSearchParams({
    sort: sorts[orders] ?? "relevance",
    helpTopics: helpTopics[topics % helpTopics.length] ?? "",
    page: String(1 + Math.floor(topics / helpTopics.length)),
  });
}

export interface WorkloadOptions {
  readonly origin: string;
  readonly members: readonly BenchMember[];
  /** Of whom logins are; passwords are everyone's demo password. */
  readonly usernames: readonly string[];
  /** Whose profiles everyone may see. */
  readonly visible: readonly string[];
  readonly talks?: readonly BenchTalk[];
  readonly seed: number;
}

export function makeWorkloads(options: WorkloadOptions): Workloads {
  const { origin, members, usernames, visible, talks = [], seed } = options;
  const random = createRandom(seed);
  const someone = () => random.pick(members);
  const get = (path: string, member = someone()): Shot => ({
    method: "GET",
    path,
    headers: { Cookie: member.cookie },
  });
  const many = <T>(count: number, make: (at: number) => T) =>
    Array.from({ length: count }, (_, at) => make(at));

  return {
    landing: [{ method: "GET", path: "/", headers: {} }],
    home: many(8, () => get("/")),
    "directory page": many(8, () => get("/directory")),
    "new directory page": many(newViews, (at) => get(`/directory?${viewAt(at)}`)),
    "profile page": many(64, () => get(`/alumni/${random.pick(visible)}`)),
    "own profile": members.map((member) => get("/profile", member)),
    "directory API": many(8, () => get("/api/directory")),
    "directory API, mixed": many(500, () => {
      const query = new URLSearchParams();
      if (random.chance(0.7)) query.set("search", random.pick(words));
      for (const branch of random.some(armyBranches, 0, 2)) query.append("armyBranches", branch);
      for (const topic of random.some(helpTopics, 0, 1)) query.append("helpTopics", topic);
      query.set("page", String(1 + random.int(5)));
      return get(`/api/directory?${query}`);
    }),
    "directory API, new": many(newViews, (at) => get(`/api/directory?${viewAt(at)}`)),
    profile: many(64, () => get(`/api/profile/${random.pick(visible)}`)),
    conversation: talks.map(({ member, connectionId }) =>
      get(`/api/connections/${connectionId}`, member)
    ),
    "conversation list": talks.map(({ member }) => get("/api/connections", member)),
    "conversation page": talks.map(({ member, connectionId }) =>
      get(`/connections/${connectionId}`, member)
    ),
    "connections page": talks.map(({ member }) => get("/connections", member)),
    login: many(64, (at) => loginOf(origin, random.pick(usernames), demoPassword, at)),
  };
}

/** Changed profiles, each member's own again and again, never to what it is already. */
export function makeSaves(
  { origin, members }: Pick<WorkloadOptions, "origin" | "members">,
): readonly Shot[] {
  return members.flatMap(({ cookie }) =>
    Array.from({ length: savesInTurn }, (_, at): Shot => ({
      method: "PATCH",
      path: "/api/profile",
      headers: { Origin: origin, "Content-Type": "application/json", Cookie: cookie },
      body: JSON.stringify({ bio: `What I can help with, edition ${at}` }),
    }))
  );
}

/** Logins from ever other addresses, for ever other accounts, half of them with a wrong password. */
export function makeFlood(
  { origin, usernames, seed }: Pick<WorkloadOptions, "origin" | "usernames" | "seed">,
): readonly Shot[] {
  const random = createRandom(seed);
  return Array.from(
    { length: 4096 },
    (_, at) =>
      loginOf(origin, random.pick(usernames), at % 2 === 0 ? demoPassword : "not it at all", at),
  );
}

function loginOf(origin: string, username: string, password: string, from: number): Shot {
  return {
    method: "POST",
    path: "/api/login",
    headers: { Origin: origin, "Content-Type": "application/json", ...fromAddress(from) },
    body: JSON.stringify({ username, password }),
  };
}
