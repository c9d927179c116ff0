import { expect, it } from "vitest";
import { openLibsqlLog } from "../../../events/store/libsql-log.ts";
import { createStoredPasskeys } from "../../auth/passkeys/stored-passkeys.ts";
import { createSessions } from "../../auth/sessions.ts";
import { connectedApp, note, type Person } from "../../testing/connected.ts";
import type { Arrival } from "../relay/arrivals.ts";
import { readPersonalData } from "./read-personal-data.ts";

const leftOut = {
  ...{ attachments: 0, masked: 0, links: 0 },
  cut: [{ is: "quote", text: "Yours, Sunday" }, { is: "signature", text: "Mia, CPT" }] as const,
};
const held = {
  ...{
    id: "1",
    is: "held",
    atMs: 0,
    connectionId: "c",
    messageId: "m",
    text: "Sent from my phone",
  },
  ...{ leftOut, isTold: true },
} as unknown as Arrival;

async function given() {
  const connected = await connectedApp();
  const { app: { database, keys, readModel } } = connected;
  const now = () => new Date();
  const log = await openLibsqlLog(database, Date.now);
  const read = async ({ memberId }: Person) => {
    const member = await readModel.members.byId(memberId);
    if (member === undefined) throw new Error("There is no such member");
    return await readPersonalData(member, {
      log,
      keys,
      database,
      revealTable: readModel.reveals,
      passkeys: createStoredPasskeys({ database, keys, now }),
      sessions: createSessions(database, now),
      arrivals: { of: async () => [held] },
      now,
    });
  };
  return { ...connected, read };
}

it("has what a person did and wrote, and no one else's words, name or id", async () => {
  const { person, ask, act, read } = await given();
  const [kim, mia] = [await person("Kim"), await person("Mia", "alumni")];
  const id = await ask(kim, mia);
  await act(mia, id, { type: "Accept", note: "Call me on Sunday", way: "site" });
  const [ofKim, ofMia] = [await read(kim), await read(mia)];
  expect(ofKim.events.map(({ type }) => type)).toContain("ConnectionRequested");
  const [kims, mias] = [JSON.stringify(ofKim), JSON.stringify(ofMia)];
  expect(kims).toContain(note);
  expect(kims).toContain("person 1");
  expect(kims).not.toMatch(new RegExp(`Sunday|LastMia|address-of-mia|${mia.memberId}`));
  expect(kims).toContain("Sent from my phone");
  expect(mias).toContain("Call me on Sunday");
  expect(mias).not.toContain(note);
  // A report quotes the reported message.
  await act(mia, id, { type: "Report", reason: "other", quoted: note });
  const reported = JSON.stringify(await read(mia));
  expect(reported).toContain("MessageReported");
  expect(reported).not.toContain(note);
  expect(mias).not.toMatch(new RegExp(`LastKim|address-of-kim|${kim.memberId}`));
  expect(ofMia.member.profile).toMatchObject({ helpTopics: ["Networking"] });
});

it("doesn't reveal that they are blocked", async () => {
  const { person, ask, act, block, app, clock, read } = await given();
  const [kim, mia, max] = [
    await person("Kim"),
    await person("Mia", "alumni"),
    await person("Max", "alumni"),
  ];
  await block(mia, kim);
  for (const mentor of [mia, max]) {
    const id = await ask(kim, mentor);
    await act(kim, id, { type: "Write", text: "Still there?", way: "site" });
  }
  clock.ms += 8 * 24 * 60 * 60 * 1000;
  await app.doDueWork();
  const { events } = await read(kim);
  const of = (who: string) =>
    events.flatMap(({ type, facts, personal }) => {
      const { toId, memberId: _, connectionId: __, atMs: ___, ...rest } = {
        ...personal as Record<string, unknown>,
      };
      return toId === who ? [{ type, facts, rest }] : [];
    });
  expect(of("person 1").length).toBeGreaterThan(3);
  expect(of("person 1")).toEqual(of("person 2"));
});
