import { describe, expect, it } from "vitest";
import { createLinkGenerations } from "../api/connections/link-generations.ts";
import { createTestApp, someone, someProfile } from "../api/testing/app.ts";
import { confirmAddress, tokenIn } from "../api/testing/connected.ts";
import { realSiteForTest } from "./testing/real-site.ts";

const origin = { ip: "127.0.0.1", requestId: "test" };

/** A mentor who was asked, and the link that was mailed to them. */
async function given() {
  const site = await realSiteForTest();
  const { testApp } = site;
  const { members, readModel, product: { connections } } = testApp;
  const casey = await testApp.member({ username: "casey" });
  const dana = await testApp.member({ username: "dana", email: "dana@example.com" });
  await dana.post("/api/profile", { ...someProfile, helpTopics: ["Networking"] });
  for (const { memberId } of [casey, dana]) await confirmAddress({ members, readModel }, memberId);
  const wish = { memberId: dana.memberId, topics: ["Networking"], note: "May I ask?" };
  const { id } = await connections.ask(casey.memberId, wish, origin);

  async function mailedLinks(): Promise<string[]> {
    await testApp.settled();
    await testApp.outboxSender.sendDue();
    await testApp.settled();
    return testApp.mails.filter(({ to }) => to.startsWith("dana"))
      .map((mail) => tokenIn(mail)).filter((token) => token !== "");
  }
  const [token = ""] = await mailedLinks();
  const path = `/c/${token}`;
  const statusOf = async (link = path) => (await site.read(link)).status;
  expect(await statusOf()).toBe(200);

  /** Sends the form of the link's page that has this name, as a browser would. */
  async function decline(fields: Readonly<Record<string, string>>) {
    const { html } = await site.read(path);
    const form = html.split("<form").find((each) => each.includes('value="decline"')) ?? "";
    const hidden = [...form.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)]
      .map(([, name = "", value = ""]) => [name, value]);
    return await site.send(
      path,
      { ...Object.fromEntries(hidden), action: "decline", ...fields },
      undefined,
    );
  }
  return { ...site, casey, dana, id, path, statusOf, mailedLinks, decline };
}

type Given = Awaited<ReturnType<typeof given>>;

const changeAddress = async ({ dana }: Given, email: string) =>
  expect((await dana.patch("/api/user", { email })).status).toBe(200);

const occasions: readonly [string, (there: Given) => Promise<unknown>][] = [
  ["the address was changed, there and back", async (there) => {
    await changeAddress(there, "other@example.com");
    await changeAddress(there, "dana@example.com");
  }],
  ["the password was changed", async ({ dana }) => {
    const change = { currentPassword: someone.password, newPassword: "a horse of another color" };
    expect((await dana.post("/api/auth/change-password", change)).status).toBeLessThan(300);
  }],
  ["the password was reset", async ({ testApp }) => {
    const browser = testApp.browser();
    await browser.post("/api/forgot-password", { email: "dana@example.com" });
    await testApp.settled();
    const texts = testApp.mails.map(({ text }) => text).join("\n");
    const token = /reset-password\?token=([\w-]+)/.exec(texts)?.[1];
    const reset = { token, newPassword: "a horse of another color" };
    expect((await browser.post("/api/reset-password", reset)).status).toBe(200);
  }],
  ["all other sessions were ended", async ({ dana }) => {
    expect((await dana.delete("/api/sessions")).status).toBeLessThan(300);
  }],
];

describe("a mailed link", () => {
  it.each(occasions)("has ended once %s, and the next mail has a new one", async (_, happens) => {
    const there = await given();
    const { testApp, path, statusOf, mailedLinks, read } = there;
    const stop = `${path}/no-reminders`;
    expect(await statusOf(stop)).toBe(200);
    const other = await createTestApp({ beside: testApp });
    try {
      expect(await other.product.connections.links.open(path.slice(3))).toBeDefined();
      await happens(there);
      expect([await statusOf(), await statusOf(stop)]).toEqual([404, 404]);
      expect(await other.product.connections.links.open(path.slice(3))).toBeUndefined();
      const robin = await testApp.member({ username: "robin" });
      await confirmAddress(testApp, robin.memberId);
      const wish = { memberId: there.dana.memberId, topics: ["Networking"], note: "May I, too?" };
      await testApp.product.connections.ask(robin.memberId, wish, origin);
      const links = (await mailedLinks()).slice(1);
      expect(links.length).toBeGreaterThan(0);
      for (const link of links) expect((await read(`/c/${link}`)).status).toBe(200);
      expect(await statusOf()).toBe(404);
    } finally {
      await other.close();
    }
  });

  it("is of the generation that the first of two processes began, and stays good in both", async () => {
    const { testApp, dana, path, statusOf } = await given();
    await testApp.databases.vault.write([{ sql: "DELETE FROM tokens" }]);
    const processes = [testApp, await createTestApp({ beside: testApp })];
    const begun = await Promise.all(
      [...processes, ...processes].map(({ databases }) =>
        createLinkGenerations(databases.vault, () => new Date()).current(dana.memberId)
      ),
    );
    expect(new Set(begun).size).toBe(1);
    expect(await statusOf(path)).toBe(404);
    await processes[1]?.close();
  });

  it("leaves nothing in the vault of someone who is erased", async () => {
    const { testApp, dana } = await given();
    const kept = "SELECT count(*) AS count FROM tokens WHERE kind = 'conversation-links'";
    expect(await testApp.databases.vault.read(kept)).toEqual([{ count: 1 }]);
    expect((await dana.delete("/api/account")).status).toBe(204);
    expect(await testApp.databases.vault.read(kept)).toEqual([{ count: 0 }]);
  });

  it("pauses until next month at most, and who signs in for longer", async () => {
    const { dana, decline, read, path, id, testApp } = await given();
    const monthIn = (months: number) => {
      const now = new Date();
      return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + months))
        .toISOString().slice(0, 7);
    };
    expect([...(await read(path)).html.matchAll(/value="(\d{4}-\d\d)"/g)]).toHaveLength(1);
    const refused = await decline({ pauseUntil: monthIn(2) });
    expect(refused.status).toBe(400);
    expect(refused.html).toContain(
      "Here you can pause until next month. Sign in to pause for longer.",
    );
    expect((await testApp.product.connections.settings(dana.memberId)).pausedUntil).toBeNull();
    const long = { pauseUntil: monthIn(2) };
    expect((await dana.post(`/api/connections/${id}/decline`, long)).status).toBeLessThan(300);
    expect((await testApp.product.connections.settings(dana.memberId)).pausedUntil)
      .toBe(monthIn(2));
  });

  it("pauses until next month", async () => {
    const { dana, decline, testApp } = await given();
    const now = new Date();
    const next = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1))
      .toISOString().slice(0, 7);
    expect((await decline({ pauseUntil: next })).html).toContain("Request declined");
    expect((await testApp.product.connections.settings(dana.memberId)).pausedUntil).toBe(next);
  });
});
