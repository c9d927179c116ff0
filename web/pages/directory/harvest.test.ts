import { describe, expect, it } from "vitest";
import { confirmAddress } from "../../../api/testing/connected.ts";
import { type Browser, someProfile } from "../../../api/testing/app.ts";
import { anAlum } from "../../testing/members.ts";
import { realSiteForTest } from "../../testing/real-site.ts";
import { registerMembers } from "../../testing/site.ts";

const topics = ["Networking"];
type Account = Browser & { readonly memberId: string; readonly ip: string };

/** A program of that many people, each with a unique name and address. */
async function given(people = 594) {
  const site = await realSiteForTest();
  const { testApp: app } = site;
  await registerMembers(
    app,
    Array.from({ length: people }, (_, at) => ({
      ...anAlum(crypto.randomUUID(), { primaryEmail: `reach-${at}@example.net` }),
      lastName: `Quill${at}x`,
    })),
  );
  const names = new Set<string>();
  const addresses = new Set<string>();

  function read(text: string): string {
    for (const [name] of text.matchAll(/Quill\d+x/g)) names.add(name);
    for (const [address] of text.matchAll(/reach-\d+@example\.net/g)) addresses.add(address);
    return text;
  }

  async function account(name: string, ip: string): Promise<Account> {
    const account = { username: name, email: `${name}@strangers.example.org` };
    const browser = await app.member({ ...account, firstName: name, role: "alumni" });
    await confirmAddress(app, browser.memberId);
    const profile = { ...someProfile, primaryEmail: account.email, helpTopics: topics };
    expect((await browser.post("/api/profile", profile)).status).toBe(201);
    return { ...browser, ip };
  }

  async function page(who: Account, path: string, headers: Record<string, string> = {}) {
    const cookie = { Cookie: `session=${who.session()}`, ...headers };
    const request = new Request(new URL(path, site.origin), { headers: cookie });
    const answer = await site.app.fetch(request, { remoteAddr: { hostname: who.ip } });
    return { status: answer.status, etag: answer.headers.get("ETag"), text: await answer.text() };
  }

  /**
   * Reads every list, page by page, again with its ETag, and suggestions. @returns Ids of the
   * people seen.
   */
  async function readLists(who: Account, isFromTheEnd = false): Promise<string[]> {
    const ids = new Set<string>();
    const get = async (path: string) => {
      const { etag, text } = await page(who, path);
      if (etag !== null) read((await page(who, path, { "If-None-Match": etag })).text);
      for (const [, id] of text.matchAll(/"userId":"([^"]+)"/g)) ids.add(id!);
      read(text);
    };
    const pages = Array.from({ length: Math.ceil(people / 24) + 1 }, (_, at) => at + 1);
    if (isFromTheEnd) pages.reverse();
    for (const at of pages) {
      await get(`/api/directory?page=${at}`);
      await get(`/directory?page=${at}&sort=name`);
      await get(`/alumni?page=${at}&sort=recent`);
      await get(`/api/profiles?offset=${24 * (at - 1)}&limit=50`);
    }
    await get("/api/profiles");
    for (let at = 0; at < people; at += 40) {
      await get(`/api/suggestions?search=Quill${at}`);
      await get(`/api/directory?search=Quill${at}`);
      await get(`/directory?search=Quill${at}`);
      await get(`/api/profiles?limit=3&search=Quill${at}`);
    }
    await get("/");
    return [...ids];
  }

  async function readContacts(who: Account, ids: readonly string[]): Promise<void> {
    for (const id of ids.slice(0, 90)) {
      read(await (await who.post(`/api/profile/${id}/contacts/primaryEmail`, {}, who)).text());
      read((await page(who, `/api/profile/${id}`)).text);
      read((await page(who, `/alumni/${id}`)).text);
    }
  }

  return { ...site, account, readLists, readContacts, page, names, addresses };
}

async function accept(asker: Account, mentor: Account): Promise<void> {
  const input = { memberId: mentor.memberId, topics, note: "Hello" };
  const asked = await asker.ask(input);
  expect(asked.status).toBe(201);
  const { id } = await asked.json();
  for (const command of [{ type: "Accept", way: "site" }, { type: "End" }] as const) {
    expect((await mentor.act(id, command)).status).toBe(200);
  }
}

describe("two accounts of one stranger that accept each other's requests", () => {
  it.each([
    ["one network", ["192.0.2.9", "192.0.2.9"], 500, 20],
    ["two networks", ["192.0.2.9", "198.51.100.9"], 594, 20],
  ])(
    "read no more from %s than two who don't",
    async (_, [ip = "", otherIp = ""], profiles, contacts) => {
      const { account, readLists, readContacts, names, addresses } = await given();
      const [one, other] = [await account("one", ip), await account("other", otherIp)];
      await accept(one, other);
      await accept(other, one);
      const ids = await readLists(one);
      const ofOne = names.size;
      ids.push(...await readLists(other, true));
      await readContacts(one, ids);
      await readContacts(other, ids.toReversed());
      expect(ofOne).toBeLessThanOrEqual(500);
      expect(names.size).toBeLessThanOrEqual(profiles);
      expect(addresses.size).toBeLessThanOrEqual(contacts);
    },
  );
});

it("lets a class of new members on one network read a program of 300 people at once", async () => {
  const { account, page } = await given(300);
  const members = await Promise.all(
    Array.from({ length: 20 }, (_, at) => account(`cadet${at}`, "192.0.2.9")),
  );
  const paths = [
    ...["/directory", "/", "/api/suggestions?search=quill", "/alumni?sort=name"],
    ...Array.from({ length: 14 }, (_, at) => `/api/directory?page=${at + 1}`),
  ];
  const statuses = new Set<number>();
  await Promise.all(members.map(async (member, at) => {
    for (const path of [...paths.slice(at % paths.length), ...paths.slice(0, at % paths.length)]) {
      statuses.add((await page(member, path)).status);
    }
  }));
  expect([...statuses]).toEqual([200]);
});
