import { describe, expect, it } from "vitest";
import { createLinkGenerations } from "../api/features/connections/link-generations.ts";
import { createTestApp, someone } from "../api/testing/app.ts";
import { connectedOn, tokenIn } from "../api/testing/connected.ts";
import { realSiteForTest } from "./testing/real-site.ts";

/** A mentor with a request, and the link mailed to them. */
async function given() {
  const site = await realSiteForTest();
  const connected = connectedOn(site.testApp, { ms: Date.now() });
  const { person, ask, mailed } = connected;
  const [casey, dana] = [await person("Casey"), await person("Dana", "alumni")];
  await ask(casey, dana);
  /** Links mailed to the mentor since the last call. */
  const mailedLinks = async () =>
    (await mailed()).filter(({ to }) => to === dana.email).map(tokenIn).filter(Boolean)
      .map((token) => `/c/${token}`);
  const [path = ""] = await mailedLinks();
  const statusOf = async (link = path) => (await site.read(link)).status;
  expect(await statusOf()).toBe(200);
  return { ...site, ...connected, dana, path, statusOf, mailedLinks };
}

type Given = Awaited<ReturnType<typeof given>>;

async function changeAddress({ dana, testApp }: Given, email: string) {
  expect((await dana.patch("/api/user", { email })).status).toBe(200);
  await testApp.settled();
  const code = testApp.mails.findLast(({ to }) => to === email)?.text.match(/\d{4} \d{4}/)?.[0];
  const typed = code?.replace(" ", "") ?? "";
  expect(
    (await dana.does(({ addresses }, me, origin) => addresses.confirm(me, typed, origin))).status,
  )
    .toBeLessThan(300);
}

const occasions: readonly [string, (there: Given) => Promise<unknown>][] = [
  ["the address was changed, there and back", async (there) => {
    await changeAddress(there, "other@example.com");
    await changeAddress(there, there.dana.email);
  }],
  ["the password was changed", async ({ dana }) => {
    const change = { currentPassword: someone.password, newPassword: "a horse of another color" };
    expect((await dana.changePassword(change)).status).toBeLessThan(300);
  }],
  ["the password was reset", async ({ testApp, dana: { email } }) => {
    const browser = testApp.browser();
    await browser.post("/api/forgot-password", { email });
    await testApp.settled();
    const texts = testApp.mails.map(({ text }) => text).join("\n");
    const token = /reset-password\?token=([\w-]+)/.exec(texts)?.[1];
    const reset = { token, newPassword: "a horse of another color" };
    expect((await browser.post("/api/reset-password", reset)).status).toBe(200);
  }],
  ["all other sessions were ended", async ({ dana }) => {
    expect(
      (await dana.does(({ security }, me, origin) => security.endOtherSessions(me, origin))).status,
    ).toBeLessThan(300);
  }],
];

describe("a mailed link", () => {
  it.each(occasions)("expires once %s, and the next mail has a new one", async (_, happens) => {
    const there = await given();
    const { testApp, path, statusOf, mailedLinks, person, ask, dana } = there;
    const stop = `${path}/no-reminders`;
    expect(await statusOf(stop)).toBe(200);
    const other = await createTestApp({ beside: testApp });
    try {
      expect(await other.product.mailedLinks.open(path.slice(3))).toBeDefined();
      await happens(there);
      expect([await statusOf(), await statusOf(stop)]).toEqual([404, 404]);
      expect(await other.product.mailedLinks.open(path.slice(3))).toBeUndefined();
      await ask(await person("Robin"), dana);
      const links = await mailedLinks();
      expect(links.length).toBeGreaterThan(0);
      for (const link of links) expect(await statusOf(link)).toBe(200);
      expect(await statusOf()).toBe(404);
    } finally {
      await other.close();
    }
  });

  it("belongs to the generation started by the first of two processes, and is valid in both", async () => {
    const { testApp, dana, statusOf } = await given();
    await testApp.database.write([{ sql: "DELETE FROM tokens" }]);
    const processes = [testApp, await createTestApp({ beside: testApp })];
    const begun = await Promise.all(
      [...processes, ...processes].map(({ database }) =>
        createLinkGenerations(database, () => new Date()).current(dana.memberId)
      ),
    );
    expect(new Set(begun).size).toBe(1);
    expect(await statusOf()).toBe(404);
    await processes[1]?.close();
  });

  it("leaves no data of an erased member in the database", async () => {
    const { testApp, dana } = await given();
    const stored = "SELECT count(*) AS count FROM tokens WHERE kind = 'conversation-links'";
    expect(await testApp.database.read(stored)).toEqual([{ count: 1 }]);
    expect((await dana.delete("/api/account")).status).toBe(204);
    expect(await testApp.database.read(stored)).toEqual([{ count: 0 }]);
  });
});
