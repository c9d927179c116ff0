import { beforeEach, describe, expect, it } from "vitest";
import { createEmbeddedSearch } from "./embedded/embedded.ts";
import { createMemberIndexer, type MemberIndexer, skipBroken } from "./index-members.ts";
import { noFilters, type ProfileSearch, SearchUnavailable } from "./profile-search.ts";
import { ChangingMembers } from "./testing/changing-members.ts";

let changes: ChangingMembers;
let search: ProfileSearch;
let indexer: MemberIndexer;

beforeEach(() => {
  changes = new ChangingMembers();
  search = createEmbeddedSearch();
  indexer = createMemberIndexer(changes, search, { pageSize: 2 });
});

async function found(text = ""): Promise<readonly string[]> {
  const query = { text, filters: noFilters, sort: "name", offset: 0, limit: 99 } as const;
  return (await search.find(query)).memberIds;
}

describe("createMemberIndexer", () => {
  it("fills an empty index, page by page", async () => {
    for (const memberId of ["a", "b", "c", "d", "e"]) changes.change(memberId, "Acme");
    await indexer.update();
    expect(await found()).toEqual(["a", "b", "c", "d", "e"]);
  });

  it("replaces changed documents", async () => {
    changes.change("a", "Acme");
    await indexer.update();
    changes.change("a", "Initech");
    await indexer.update();
    expect(await found("acme")).toEqual([]);
    expect(await found("initech")).toEqual(["a"]);
  });

  it("removes members who were erased, or who hid or deleted their profile", async () => {
    for (const memberId of ["a", "b", "c"]) changes.change(memberId, "Acme");
    await indexer.update();
    changes.change("a", undefined);
    changes.change("b", "Acme", false);
    await indexer.update();
    expect(await found()).toEqual(["c"]);
  });

  it("has a change in the index once a later call returns", async () => {
    const calls = Array.from({ length: 20 }, async (_, at) => {
      await new Promise((resolve) => setTimeout(resolve, at % 5));
      changes.change(`m${at}`, `Company${at}`);
      await indexer.update();
      expect(await found(`company${at}`)).toContain(`m${at}`);
    });
    await Promise.all(calls);
  });

  it("shares the work of concurrent calls", async () => {
    changes.change("a", "Acme");
    await Promise.all(Array.from({ length: 50 }, () => indexer.update()));
    expect(changes.reads).toBeLessThanOrEqual(4);
  });

  it("continues where a failure stopped it", async () => {
    changes.change("a", "Acme");
    const put = search.put;
    search.put = () => Promise.reject(new Error("Down"));
    await expect(indexer.update()).rejects.toThrow("Down");
    search.put = put;
    await indexer.update();
    expect(await found()).toEqual(["a"]);
  });
});

describe("skipBroken", () => {
  const thrown: unknown[] = [];

  /** An index that throws over one member as long as they are at Acme. */
  function failingIndex(error: Error) {
    thrown.length = 0;
    return skipBroken({
      remove: (memberIds) => search.remove(memberIds),
      async put(documents) {
        for (const document of documents) {
          if (document.memberId === "b" && document.company === "Acme") throw error;
          await search.put([document]);
        }
      },
    }, (one) => thrown.push(one));
  }

  it("skips a document on which the index fails, until it changes", async () => {
    const error = new TypeError("Broken");
    indexer = createMemberIndexer(changes, failingIndex(error), { pageSize: 2 });
    changes.change("a", "Initech");
    changes.change("b", "Initech");
    await indexer.update();
    changes.change("b", "Acme");
    for (const memberId of ["c", "d"]) changes.change(memberId, "Acme");
    await indexer.update();
    expect(await found()).toEqual(["a", "c", "d"]);
    expect(thrown).toEqual([error]);
    changes.change("b", "Initech");
    await indexer.update();
    expect(await found("initech")).toEqual(["a", "b"]);
  });

  it("waits for an unavailable engine", async () => {
    const index = failingIndex(new SearchUnavailable("Away"));
    indexer = createMemberIndexer(changes, index, { pageSize: 2 });
    changes.change("b", "Acme");
    changes.change("c", "Acme");
    await expect(indexer.update()).rejects.toThrow(SearchUnavailable);
    expect([await found(), thrown, indexer.position()]).toEqual([[], [], 0]);
  });
});
