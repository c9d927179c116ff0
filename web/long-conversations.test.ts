import { expect, it } from "vitest";
import { accept, connectedOn, tokenIn, write } from "../api/testing/connected.ts";
import { linkTo } from "./testing/read-html.ts";
import { realSiteForTest } from "./testing/real-site.ts";

const mostBytes = 300_000;
const mostMs = 20;
const count = 960;
const looks = 20;
/** Texts that take most space in a page, or most work to escape. */
const longest = [`"`, "'", "&", "<", "😀"].map((text) => text.repeat(4000 / text.length));
const textOf = (index: number) => `${index} ${longest[index % longest.length]}`.slice(0, 4000);

/** A conversation of 960 messages, most of maximum length. */
async function given() {
  const { testApp, read } = await realSiteForTest({
    limits: { messagesPerMember: 1e6, changesPerMember: 1e6 },
  });
  const { person, ask, act, mailed } = connectedOn(testApp, { ms: Date.now() });
  const [casey, dana] = [await person("Casey"), await person("Dana", "alumni")];
  const id = await ask(casey, dana, textOf(0).slice(0, 1000));
  const [letter] = await mailed();
  await act(dana, id, accept);
  for (let index = 1; index < count; index++) {
    const author = index % 3 === 0 ? casey : dana;
    await act(author, id, write(textOf(index)));
  }
  await testApp.settled();
  const linkPath = `/c/${tokenIn(letter!)}`;
  return { testApp, read, act, casey, dana, id, linkPath };
}

it(
  "a page of a conversation with 960 long messages costs no more than one of a short conversation",
  { timeout: 180_000 },
  async () => {
    const { testApp, read, act, casey, dana, id, linkPath } = await given();
    const { live, product: { conversations } } = testApp;
    const sizes: number[] = [];
    for (const [path, session] of [[`/connections/${id}`, dana.session()], [linkPath]] as const) {
      const found: string[] = [];
      let next: string | undefined = path;
      while (next !== undefined) {
        const { status, html } = await read(next, session);
        expect(status).toBe(200);
        sizes.push(Buffer.byteLength(html));
        found.unshift(
          ...[...html.matchAll(/conversation-text">(\d+) /g)].map(([, at = ""]) => at),
        );
        next = linkTo(html, "Show earlier messages")?.split("#")[0];
      }
      expect(found).toEqual(Array.from({ length: count }, (_, index) => String(index)));
    }
    expect(Math.max(...sizes)).toBeLessThanOrEqual(mostBytes);
    const { messages, before } = await conversations.read(dana.memberId, id);
    expect(messages.length).toBeGreaterThan(0);
    const tasks: [string, () => Promise<unknown>][] = [
      ["page", () => read(`/connections/${id}`, dana.session())],
      ["earlier page", () => read(`/connections/${id}?before=${before}`, dana.session())],
      ["mailed link", () => read(linkPath)],
      ["stream", async () => (await dana.get(`/api/connections/${id}/events`)).body?.cancel()],
      [
        "lists",
        async () => (await dana.conversations()).text(),
      ],
    ];
    const costs: Record<string, number> = {};
    for (const [name, task] of tasks) {
      // Repeated until the code is compiled, which happens once.
      for (let look = 0; look < 5; look++) await task();
      costs[name] = await averageMs(task);
    }
    const stream = await conversations.watch(
      { memberId: dana.memberId, sessionId: undefined },
      id,
    );
    costs.write = await averageMs(async () => {
      await act(casey, id, write(longest[0]!));
      live.update();
      await live.settled();
    });
    await stream.cancel();
    await testApp.settled();
    expect(Object.entries(costs).filter(([, ms]) => ms > mostMs)).toEqual([]);
  },
);

async function averageMs(task: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  for (let look = 0; look < looks; look++) await task();
  const { user, system } = process.cpuUsage(before);
  return Math.round((user + system) / 100 / looks) / 10;
}
