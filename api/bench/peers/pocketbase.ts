import { join } from "node:path";
import { facetGroups } from "../../../search/facets.ts";
import { helpTopics } from "../../../events/vocabulary.ts";
import type { ProfileDocument } from "../../../search/project-document.ts";
import { type DirectoryQuery, pageSize } from "../../contract/directory.ts";
import { connections, editions, get, type Peer, readPeople, sendJson, type Work } from "./peer.ts";
import { ask, startProgram } from "../programs.ts";

const password = "a horse of another color";
const emailOf = (name: number | string) => `${name}@example.com`;
/** Records in one transaction while people are loaded. */
const batchSize = 500;

interface Signed {
  readonly token: string;
  readonly record: { readonly id: string };
}

/** PocketBase with people as records, which signed-in users can read and their owner can change. */
export async function startPocketBase(
  program: string,
  folder: string,
  { people, lists }: Work,
): Promise<Peer> {
  const places = ["dir", "migrationsDir", "hooksDir", "publicDir"]
    .map((name) => `--${name}=${join(folder, name)}`);
  const made = await new Deno.Command(program, {
    args: ["superuser", "upsert", emailOf("super"), password, ...places],
  }).output();
  if (!made.success) throw new Error(new TextDecoder().decode(made.stderr));
  const server = await startProgram(
    program,
    (port) => ["serve", `--http=127.0.0.1:${port}`, ...places],
    "/api/health",
  );
  const { origin } = server;
  const signIn = (collection: string, identity: string) =>
    ask<Signed>(origin, "POST", `/api/collections/${collection}/auth-with-password`, {
      body: { identity, password },
    });
  const headers = { Authorization: (await signIn("_superusers", emailOf("super"))).token };
  await ask(origin, "PATCH", "/api/settings", {
    headers,
    body: { batch: { enabled: true, maxRequests: batchSize, timeout: 60 } },
  });
  await ask(origin, "POST", "/api/collections", { headers, body: collection });
  const users: Signed[] = [];
  for (let at = 0; at < connections; at++) {
    const body = { email: emailOf(at), password, passwordConfirm: password };
    await ask(origin, "POST", "/api/collections/users/records", { headers, body });
    users.push(await signIn("users", emailOf(at)));
  }
  const ids: string[] = [];
  for (let from = 0; from < people.length; from += batchSize) {
    const requests = people.slice(from, from + batchSize).map((person, at) => ({
      method: "POST",
      url: "/api/collections/people/records",
      body: { ...recordOf(person), owner: users[from + at]?.record.id ?? "" },
    }));
    const answers = await ask<readonly { readonly body: { readonly id: string } }[]>(
      origin,
      "POST",
      "/api/batch",
      { headers, body: { requests } },
    );
    ids.push(...answers.map(({ body }) => body.id));
  }
  const signedIn = (at: number) => ({ Authorization: users[at % users.length]?.token ?? "" });
  const records = "/api/collections/people/records";
  return {
    ...server,
    name: "PocketBase",
    shots: {
      "list with filters": lists.map((list, at) =>
        get(`${records}?${paramsOf(list)}`, signedIn(at))
      ),
      "one person": ids.slice(0, readPeople).map((id, at) => get(`${records}/${id}`, signedIn(at))),
      "save": users.flatMap(({ token: Authorization }, at) =>
        editions().map((bio) =>
          sendJson("PATCH", `${records}/${ids[at]}`, { bio }, { Authorization })
        )
      ),
    },
    totalIn: (answer) => JSON.parse(answer).totalItems,
    lacks: {
      "list with filters": "no counts beside the filters; one rule for all fields of a record",
      "one person": "one rule for all fields; no one learns who saw their contacts",
      "save": "no history, no encryption, no search index; a power cut may lose the last ones",
    },
  };
}

const text = (name: string) => ({ name, type: "text" });

const collection = {
  name: "people",
  type: "base",
  listRule: "@request.auth.id != ''",
  viewRule: "@request.auth.id != ''",
  updateRule: "owner = @request.auth.id",
  fields: [
    ...["owner", "memberId", "role", "firstName", "lastName", "jobTitle", "company", "rank", "mos"]
      .map(text),
    ...["armyBranch", "dutyStatus", "classYear", "industry", "location", "bio"].map(text),
    { name: "helpTopics", type: "select", maxSelect: helpTopics.length, values: helpTopics },
    ...["previousPositions", "armySchools", "expertise"].map((name) => ({ name, type: "json" })),
    { name: "takesRequests", type: "bool" },
    { name: "updatedAtMs", type: "number" },
  ],
  indexes: [
    "CREATE INDEX people_branch ON people (armyBranch)",
    "CREATE INDEX people_name ON people (lastName, firstName)",
    "CREATE INDEX people_updated ON people (updatedAtMs)",
  ],
};

/** Empty texts for fields without a value, as its forms store them. */
function recordOf(person: ProfileDocument) {
  return Object.fromEntries(Object.entries(person).map(([name, value]) => [name, value ?? ""]));
}

function paramsOf(list: DirectoryQuery): URLSearchParams {
  const fields = { armyBranches: "armyBranch =", helpTopics: "helpTopics:each ?=" } as const;
  const conditions = facetGroups.flatMap((group) => {
    if (list[group].length === 0) return [];
    if (group !== "armyBranches" && group !== "helpTopics") throw new Error(`No field of ${group}`);
    return [`(${list[group].map((value) => `${fields[group]} "${value}"`).join(" || ")})`];
  });
  return new URLSearchParams({
    filter: conditions.join(" && "),
    sort: list.sort === "name" ? "lastName,firstName" : "-updatedAtMs",
    page: String(list.page),
    perPage: String(pageSize),
  });
}
