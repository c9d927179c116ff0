import { expect, it } from "vitest";
import { openLibsqlLog } from "../../../events/store/libsql-log.ts";
import { createSessions } from "../../auth/sessions.ts";
import { connectedApp, note } from "../../testing/connected.ts";
import { readPersonalData } from "./personal-data.ts";

it("is what a person did and wrote: no one else's words, and no one's name", async () => {
  const { app, person, ask, act } = await connectedApp();
  const [kim, mia] = [await person("Kim"), await person("Mia", "alumni")];
  const id = await ask(kim, mia);
  await act(mia, id, { type: "Accept", note: "Call me on Sunday", way: "site" });
  const { database } = app;
  const now = () => new Date();
  const log = await openLibsqlLog(database, Date.now);
  const read = async (memberId: string) => {
    const member = await app.readModel.members.byId(memberId);
    if (member === undefined) throw new Error("There is no such member");
    return await readPersonalData(member, {
      log,
      keys: app.keys,
      revealTable: app.readModel.reveals,
      sessions: createSessions(database, now),
      objects: app.objects,
      now,
    });
  };
  const [ofKim, ofMia] = [await read(kim.memberId), await read(mia.memberId)];
  expect(ofKim.events.map(({ type }) => type)).toContain("ConnectionRequested");
  const [kims, mias] = [JSON.stringify(ofKim), JSON.stringify(ofMia)];
  expect(kims).toContain(note);
  expect(kims).toContain(mia.memberId);
  expect(kims).not.toMatch(/Sunday|LastMia|address-of-mia/);
  expect(mias).toContain("Call me on Sunday");
  expect(mias).not.toContain(note);
  // A report quotes what it is about.
  await act(mia, id, { type: "Report", reason: "other", quoted: note });
  expect(await read(mia.memberId).then(JSON.stringify)).toContain("MessageReported");
  expect(await read(mia.memberId).then(JSON.stringify)).not.toContain(note);
  expect(mias).not.toMatch(/LastKim|address-of-kim/);
  expect(ofMia.member.profile).toMatchObject({ helpTopics: ["Networking"] });
});
