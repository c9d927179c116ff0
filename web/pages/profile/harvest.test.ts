import { expect, it } from "vitest";
import { profileFieldsWith, register } from "../../../events/testing/members.ts";
import { importActor } from "../../../events/invitations/invitation.ts";
import { type Browser, someone, type TestApp } from "../../../api/testing/app.ts";
import { createTokens } from "../../../api/auth/tokens.ts";
import { anAlum } from "../../testing/members.ts";
import { realSiteForTest } from "../../testing/real-site.ts";
import { registerMembers } from "../../testing/site.ts";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const topics = ["Networking"];

type Site = Awaited<ReturnType<typeof realSiteForTest>>;
type Account = Browser & { readonly memberId: string };

/** Contacts of a program's members, each with a unique address. */
async function programOf(app: TestApp, people: number): Promise<string[]> {
  const owners = Array.from(
    { length: people },
    (_, at) => anAlum(crypto.randomUUID(), { primaryEmail: `reach-${at}@example.net` }),
  );
  await registerMembers(app, owners);
  return owners.map(({ memberId }) => memberId);
}

/** One stranger with a mailbox at their own domain, who uses two nodes from one network address. */
function strangerAt(sites: readonly Site[], nowMs: () => number) {
  /** When each member's contacts were seen. */
  const seen = new Map<string, number[]>();
  const accounts: Account[] = [];
  const site = (index: number) => sites[index % sites.length] as Site;

  function read(text: string): number {
    const found = new Set(text.match(/reach-\d+@example\.net/g));
    for (const address of found) seen.set(address, [...seen.get(address) ?? [], nowMs()]);
    return found.size;
  }

  async function token(app: TestApp, address: string): Promise<string | undefined> {
    await app.settled();
    await app.outboxSender.sendDue();
    await app.settled();
    return app.mails.filter(({ to }) => to === address)
      .map(({ text }) => /\/verify-email\?token=([\w-]+)$/m.exec(text)?.[1]).findLast(Boolean);
  }

  return {
    seen,
    accounts,
    /** Registers and confirms another account, as far as registration allows. */
    async register(role: "cadet" | "alumni" = "cadet"): Promise<Account | undefined> {
      const number = accounts.length;
      const { testApp: app } = site(number);
      const email = `spy${number}@strangers.example.org`;
      const browser = app.browser();
      const names = { ...someone, role, username: `spy${number}`, email };
      const answer = await browser.post("/api/register", names);
      if (answer.status === 429) return undefined;
      const { id: memberId } = await answer.json();
      const verified = await browser.confirmAddress(await token(app, email));
      expect(verified.status).toBe(204);
      accounts.push({ ...browser, memberId });
      return accounts[number];
    },
    /** Tries every way to a member's contacts until one shows them. */
    async sees(account: Account, ownerId: string): Promise<boolean> {
      const { read: page, send } = site(accounts.indexOf(account));
      const session = account.session();
      const form = { memberId: ownerId, note: "" };
      const profile = `/api/profile/${ownerId}`;
      const ways = [
        async () => await (await account.post(`${profile}/contacts/primaryEmail`)).text(),
        async () => await (await account.post(`${profile}/contacts/phoneNumber`)).text(),
        async () => await (await account.get(profile)).text(),
        async () => (await page(`/alumni/${ownerId}`, session)).html,
        async () => {
          await send(`/alumni/${ownerId}/contacts`, {}, session);
          return (await page(`/alumni/${ownerId}`, session)).html;
        },
        async () => (await page(`/connections/new?to=${ownerId}`, session)).html,
        async () => (await send("/connections/new", form, session)).html,
      ];
      for (const way of ways) if (read(await way()) > 0) return true;
      return false;
    },
    async lists(account: Account): Promise<number> {
      let count = 0;
      for (
        const path of [
          "/api/profiles",
          "/api/directory?search=reach",
          "/api/suggestions?search=reach",
        ]
      ) {
        count += read(await (await account.get(path)).text());
      }
      return count;
    },
  };
}

/** The most people whose contacts were seen in any period of this length. */
function mostIn(spanMs: number, seen: ReadonlyMap<string, readonly number[]>): number {
  const starts = [...new Set([...seen.values()].flat())];
  return Math.max(
    0,
    ...starts.map((start) =>
      [...seen.values()].filter((times) => times.some((at) => at >= start && at < start + spanMs))
        .length
    ),
  );
}

async function given(people: number) {
  const clock = { ms: Date.parse("2026-11-02T00:30:00.000Z") };
  const now = () => new Date(clock.ms);
  const one = await realSiteForTest({ now });
  const two = await realSiteForTest({ now, beside: one.testApp });
  const owners = await programOf(one.testApp, people);
  return { clock, one, owners, stranger: strangerAt([one, two], () => clock.ms) };
}

it(
  "limits a stranger with a script to the contacts of fewer than 60 people an hour, and 300 a day",
  async () => {
    const { clock, owners, stranger } = await given(420);
    const next = owners.values();
    let owner = next.next().value;
    for (let step = 0; step < 78; step++) {
      // As many as registration allows in an hour: more than they can use.
      for (let more = 0; more < (step < 12 ? 6 : 2); more++) await stranger.register();
      if (step === 0) {
        for (const account of stranger.accounts) expect(await stranger.lists(account)).toBe(0);
      }
      let refusals = 0;
      for (const account of stranger.accounts.toReversed()) {
        while (owner !== undefined && refusals < 3) {
          if (!await stranger.sees(account, owner)) break;
          owner = next.next().value;
        }
        if (++refusals === 3) break;
      }
      clock.ms += 20 * minuteMs + 7;
    }
    const anHour = mostIn(hourMs, stranger.seen);
    const aDay = mostIn(24 * hourMs, stranger.seen);
    expect(anHour).toBeLessThan(60);
    expect(anHour).toBeGreaterThan(50);
    expect(aDay).toBeLessThanOrEqual(300);
    expect(aDay).toBeGreaterThan(250);
  },
);

it(
  "limits a stranger whose own accounts accept each other's requests in the same way",
  async () => {
    const { owners, stranger } = await given(90);
    const counts: number[] = [];
    const next = owners.values();
    let owner = next.next().value;
    for (let pair = 0; pair < 2; pair++) {
      const [mentor, cadet] = [await stranger.register("alumni"), await stranger.register()];
      if (mentor === undefined || cadet === undefined) throw new Error("Not registered");
      const profile = profileFieldsWith({ primaryEmail: "x@example.org", helpTopics: topics });
      expect((await mentor.post("/api/profile", profile)).status).toBe(201);
      const input = { memberId: mentor.memberId, topics, note: "Hello" };
      const asked = await cadet.ask(input);
      expect(asked.status).toBe(201);
      const { id } = await asked.json();
      expect((await mentor.act(id, { type: "Accept", way: "site" })).status).toBe(200);
      let count = 0;
      while (owner !== undefined && await stranger.sees(cadet, owner)) {
        count++;
        owner = next.next().value;
      }
      counts.push(count);
    }
    expect(counts).toEqual([10, 10]);
  },
);

it(
  "still lets an invited member at the same network address see 60 people's contacts",
  async () => {
    const { one: { testApp: app }, clock, owners, stranger } = await given(75);
    const next = owners.values();
    for (let number = 0; number < 7; number++) {
      const account = await stranger.register();
      for (let each = 0; account && each < 10; each++) {
        await stranger.sees(account, next.next().value ?? "");
      }
    }
    expect(stranger.seen.size).toBe(59);
    const email = "ivy@example.com";
    const byProgram = { actorId: importActor, correlationId: "import" };
    const memberId = crypto.randomUUID();
    await app.members.execute(memberId, register({ username: "ivy", email }), byProgram);
    const tokens = createTokens(app.database, () => new Date(clock.ms));
    await tokens.issue("invitation", "a token", memberId, email);
    const origin = { ip: "192.0.2.1", requestId: "accept" };
    const yes = { token: "a token", isVisible: false };
    const { sessionToken } = await app.product.invitations.accept(yes, origin);
    const ivy = app.browser();
    const headers = { Cookie: `session=${sessionToken}` };
    const statuses: number[] = [];
    for (const owner of owners.slice(0, 61)) {
      statuses.push(
        (await ivy.post(`/api/profile/${owner}/contacts/primaryEmail`, undefined, { headers }))
          .status,
      );
    }
    expect(statuses.slice(0, 60).every((status) => status === 200)).toBe(true);
    expect(statuses[60]).toBe(429);
  },
);
