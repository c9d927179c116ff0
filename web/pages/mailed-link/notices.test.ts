import { expect, it } from "vitest";
import { accept, connectedOn, tokenIn, write } from "../../../api/testing/connected.ts";
import { realSiteForTest } from "../../testing/real-site.ts";

const quarterHourMs = 15 * 60_000;

/** A mentor who got a mail about one message of a conversation, but not about later ones. */
async function given() {
  const clock = { ms: Date.parse("2026-11-02T12:00:00.000Z") };
  const site = await realSiteForTest({ now: () => new Date(clock.ms) });
  const { person, ask, act, mailed } = connectedOn(site.testApp, clock);
  const [casey, morgan] = [await person("Casey"), await person("Morgan", "alumni")];
  const id = await ask(casey, morgan);
  await act(morgan, id, accept);
  await mailed();
  clock.ms += quarterHourMs;
  await act(casey, id, write("One"));
  const [notice] = await mailed();
  clock.ms += quarterHourMs;
  const writeAnother = async (text: string) => {
    await act(casey, id, write(text));
    return (await mailed()).map((mail) => mail.text);
  };
  expect(await writeAnother("Two")).toEqual([]);
  return {
    ...site,
    clock,
    casey,
    morgan,
    id,
    writeAnother,
    link: `/c/${tokenIn(notice ?? { text: "" })}`,
  };
}

it("sends the next notice once its reader has opened the conversation in any way, but not a list", async () => {
  const { clock, read, casey, morgan, id, link, writeAnother } = await given();
  const look = async (path: string, session?: string) =>
    expect([path, (await read(path, session)).status]).toEqual([path, 200]);
  for (const path of ["/connections", "/", "/directory"]) await look(path, morgan.session());
  expect((await morgan.conversations()).status).toBe(200);
  await look(`/connections/${id}`, casey.session());
  expect(await writeAnother("Three")).toEqual([]);
  const ways: readonly (() => Promise<unknown>)[] = [
    () => look(`/connections/${id}`, morgan.session()),
    () => look(link),
    () => morgan.conversation(id),
  ];
  for (const [at, open] of ways.entries()) {
    await open();
    expect(await writeAnother(`New ${at}`)).toEqual([expect.stringContaining(`> New ${at}`)]);
    clock.ms += quarterHourMs;
  }
});
