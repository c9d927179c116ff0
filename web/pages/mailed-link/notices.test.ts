import { describe, expect, it } from "vitest";
import { accept, connectedOn, tokenIn, write } from "../../../api/testing/connected.ts";
import { realSiteForTest } from "../../testing/real-site.ts";

const quarterHourMs = 15 * 60_000;

/** A mentor who was mailed one message of a conversation, and whatever else was written since was not. */
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
  return { ...site, morgan, id, writeAnother, link: `/c/${tokenIn(notice ?? { text: "" })}` };
}

describe("the next notice of a conversation", () => {
  it.each(["the page", "the mailed link", "the API"] as const)(
    "comes once its reader has opened %s",
    async (way) => {
      const { read, morgan, id, link, writeAnother } = await given();
      const opening = {
        "the page": () => read(`/connections/${id}`, morgan.session()),
        "the mailed link": () => read(link),
        "the API": () => morgan.get(`/api/connections/${id}`),
      }[way];
      expect((await opening()).status).toBe(200);
      expect(await writeAnother("Three")).toEqual([expect.stringContaining("> Three")]);
    },
  );

  it.each(["/connections", "/", "/directory"])(
    "does not come of opening %s, which lists it at most",
    async (path) => {
      const { read, morgan, writeAnother } = await given();
      expect((await read(path, morgan.session())).status).toBe(200);
      expect(await writeAnother("Three")).toEqual([]);
    },
  );
});
