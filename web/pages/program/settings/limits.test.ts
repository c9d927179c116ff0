import { describe, expect, it } from "vitest";
import { type LimitName, limitNames, programLimits } from "../../../../events/program/limits.ts";
import { confirmAddress, dayMs } from "../../../../api/testing/connected.ts";
import { someone } from "../../../../api/testing/app.ts";
import { staffSite } from "../../../testing/staff-site.ts";

/** Cleo, and two people whom Cleo can ask. A test can move the clock. */
async function given() {
  const clock = { ms: Date.parse("2026-11-20T12:00:00Z") };
  const site = await staffSite({ now: () => new Date(clock.ms) });
  const [mona, otto] = [
    await site.person("Mona", "alumni", []),
    await site.person("Otto", "alumni", []),
  ];
  const cleo = await site.person("Cleo", "cadet");
  const ask = (who: typeof mona) => cleo.ask({ memberId: who.memberId, topics: [], note: "Hello" });
  /** Asks a member, and then has the request declined or withdrawn. */
  async function askAnd(who: typeof mona, by: typeof mona, what: "withdraw" | "decline") {
    const { id } = await (await ask(who)).json();
    const command = what === "withdraw"
      ? { type: "Withdraw" } as const
      : { type: "Decline", way: "site" } as const;
    expect((await by.act(id, command)).status).toBe(200);
  }
  const contact = ({ memberId }: typeof mona) =>
    cleo.post(`/api/profile/${memberId}/contacts/primaryEmail`);
  return { ...site, clock, mona, otto, cleo, ask, askAnd, contact };
}

type Given = Awaited<ReturnType<typeof given>>;

interface Case {
  /** A setting that refuses the last of these steps, and its message. */
  readonly refusing: number;
  readonly says: string;
  readonly allowing: number;
  readonly steps: (site: Given) => Promise<Response>;
}

const cases: Readonly<Record<LimitName, Case>> = {
  openRequests: {
    refusing: 1,
    says: "You have 1 unanswered request.",
    allowing: 2,
    async steps({ ask, mona, otto }) {
      await ask(mona);
      return await ask(otto);
    },
  },
  requestsAWeek: {
    refusing: 1,
    says: "You can ask 1 person a week.",
    allowing: 2,
    async steps({ ask, askAnd, cleo, mona, otto }) {
      await askAnd(mona, cleo, "withdraw");
      return await ask(otto);
    },
  },
  askAgainDays: {
    refusing: 60,
    says: "You can ask this person again later",
    allowing: 40,
    async steps({ ask, askAnd, mona, cleo, clock }) {
      const { username } = await (await cleo.get("/api/user")).json();
      await askAnd(mona, mona, "decline");
      clock.ms += 50 * dayMs;
      await cleo.post("/api/login", { username, password: someone.password });
      return await ask(mona);
    },
  },
  contactsADay: {
    refusing: 1,
    says: "You've seen the contacts of 1 person today.",
    allowing: 2,
    async steps({ contact, mona, otto }) {
      await contact(mona);
      return await contact(otto);
    },
  },
  profilesAnHour: {
    refusing: 1,
    says: "You've viewed too many profiles.",
    allowing: 2,
    async steps({ cleo }) {
      await cleo.get("/api/profiles?limit=1&sort=name");
      return await cleo.get("/api/profiles?limit=1&offset=1&sort=name");
    },
  },
};

describe.each(limitNames)("staff's limit %s", (name) => {
  const { refusing, allowing, says, steps } = cases[name];

  it("is enforced, with a message that names it", async () => {
    const site = await given();
    await site.set({ does: "limits", [name]: String(refusing) });
    expect(await site.page()).toMatch(
      new RegExp(`name="${name}"[^>]*value="${refusing}"|value="${refusing}"[^>]*name="${name}"`),
    );
    const refused = await steps(site);
    expect([refused.status, await refused.json()])
      .toEqual([expect.any(Number), { message: expect.stringContaining(says) }]);
    expect(refused.status).toBeGreaterThan(400);
  });

  it("allows as much as staff have set, from the next request on", async () => {
    const site = await given();
    await site.set({ does: "limits", [name]: String(refusing) });
    await site.set({ does: "limits", [name]: String(allowing) });
    expect((await steps(site)).ok).toBe(true);
  });

  it("has a default if staff have set none", async () => {
    const { page } = await given();
    expect(await page()).toContain(`placeholder="Default: ${programLimits[name].usual}"`);
  });
});

it("keeps staff's waiting period for someone who registers again", async () => {
  const site = await given();
  await site.set({ does: "limits", askAgainDays: "60" });
  const { username, email } = await (await site.cleo.get("/api/user")).json();
  await site.askAnd(site.mona, site.mona, "decline");
  expect((await site.cleo.delete("/api/account")).status).toBe(204);
  await site.testApp.settled();
  const cleo = await site.testApp.member({ firstName: "Cleo", role: "cadet", username, email });
  await confirmAddress(site.testApp, cleo.memberId);
  site.clock.ms += 50 * dayMs;
  await cleo.post("/api/login", { username, password: someone.password });
  const asked = await cleo.ask({
    memberId: site.mona.memberId,
    topics: [],
    note: "Hello",
  });
  expect(await asked.json()).toEqual({
    message: expect.stringContaining("You can ask this person again later"),
  });
});
