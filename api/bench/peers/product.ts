import type { PublicProfile } from "../../../events/members/privacy.ts";
import { documentOf, type ProfileDocument } from "../../../search/project-document.ts";
import { directoryParams, type DirectoryQuery } from "../../contract/directory.ts";
import { startBenchProduct } from "../product.ts";
import { connections, editions, get, type Peer, readPeople, sendJson, type Work } from "./peer.ts";
import { makeLists, makeSearches } from "./views.ts";

/** The number of answers that a rendered page cycles through. */
const answerCount = 128;

/** Starts the product with made-up people, and prepares the work for it and its peers. */
export async function startProductPeer(folder: string): Promise<{ ours: Peer; work: Work }> {
  const product = await startBenchProduct(folder, { profiles: 10_000, members: connections });
  const { origin, pid, stop, cookies, visible } = product;
  const cookie = { Cookie: cookies[0] ?? "" };
  const people: ProfileDocument[] = [];
  for (let offset = 0;; offset += 1000) {
    const path = `/api/profiles?limit=1000&offset=${offset}`;
    const page: readonly PublicProfile[] = await (await fetch(origin + path, { headers: cookie }))
      .json();
    people.push(...page.map(documentOf));
    if (page.length < 1000) break;
  }
  const lists = makeLists();
  const searches = makeSearches(people);
  const answers: string[] = [];
  for (const list of lists.slice(0, answerCount)) {
    answers.push(
      await (await fetch(origin + pathOf("/api/directory", list), { headers: cookie })).text(),
    );
  }
  const signedInGet = (path: string, at: number) =>
    get(path, { Cookie: cookies[at % cookies.length] ?? "" });
  const ours: Peer = {
    ...{ name: "this product", origin, pid, stop: () => stop() },
    shots: {
      "list with filters": lists.map((list, at) => signedInGet(pathOf("/api/directory", list), at)),
      "search with filters": searches.map((one, at) =>
        signedInGet(pathOf("/api/directory", one), at)
      ),
      "one person": visible.slice(0, readPeople).map((id, at) =>
        signedInGet(`/api/profile/${id}`, at)
      ),
      "save": cookies.flatMap((Cookie) =>
        editions().map((bio) =>
          sendJson("PATCH", "/api/profile", { bio }, { Cookie, Origin: origin })
        )
      ),
      "page": lists.map((list, at) => signedInGet(pathOf("/directory", list), at)),
    },
    totalIn: (answer) => JSON.parse(answer).total,
    lacks: {},
  };
  return { ours, work: { people, lists, searches, answers } };
}

function pathOf(path: string, query: DirectoryQuery): string {
  return `${path}?${directoryParams(query)}`;
}
