import { describe, expect, it } from "vitest";
import { cause } from "../../../events/testing/system.ts";
import type { ProgramLists } from "../../contract/program.ts";
import { programMail } from "./mails.ts";
import { answerOf, appForTest, withMessage } from "../../testing/app-for-test.ts";
import { type Browser, someone, someProfile } from "../../testing/app.ts";
import { passwordGivenLongAgo } from "../../testing/password-given-long-ago.ts";
import { confirmAddress, connectedApp, tokenIn } from "../../testing/connected.ts";

/** Staff, a mentor, and a cadet who talks with the mentor. */
async function given() {
  const app = await appForTest({ cadreCode: "code" });
  const staff = { role: "cadre", cadreCode: "code" };
  const jordan = await app.member({ firstName: "Jordan", lastName: "Avery", ...staff });
  const sam = await app.member({ firstName: "Sam", ...staff });
  const dana = await app.member({ firstName: "Dana", role: "alumni" });
  const casey = await app.member({ firstName: "Casey", role: "cadet" });
  for (const person of [dana, casey]) {
    expect((await person.post("/api/profile", someProfile)).status).toBe(201);
    await confirmAddress(app, person.memberId);
  }
  const ask = { memberId: dana.memberId, topics: [], note: "Hello" };
  const { id } = await (await casey.ask(ask)).json();
  await app.settled();
  const refuse = (
    by: Browser,
    body: { readonly seen?: "in" } = { seen: "in" },
    memberId = casey.memberId,
  ) => by.decide(memberId, { type: "Refuse", words: null, ...body });
  const accept = (by: Browser) => by.decide(casey.memberId, { type: "Admit" });
  return { app, jordan, sam, dana, casey, connection: id as string, refuse, accept };
}

const namesIn = async (browser: Browser) =>
  (await (await browser.get("/api/profiles")).text()).match(/"firstName":"\w+"/g) ?? [];

describe("a member who is refused", () => {
  it("sees no one, is seen by no one, and gets 403 for every call about others", async () => {
    const { app, jordan, dana, casey, connection, refuse } = await given();
    expect(await namesIn(dana)).toContain('"firstName":"Casey"');
    const viewer = await app.readModel.members.byId(casey.memberId);
    await passwordGivenLongAgo(app);
    const asked = await answerOf(await refuse(jordan));
    expect(asked).toMatchObject({ status: 403, body: { confirm: true } });
    await jordan.confirmPassword(someone.password);
    expect((await refuse(jordan)).status).toBe(204);
    expect(await namesIn(dana)).not.toContain('"firstName":"Casey"');
    expect((await dana.get(`/api/profile/${casey.memberId}`)).status).toBe(403);
    const calls = [
      ["GET", "/api/profiles"],
      ["GET", "/api/directory"],
      ["GET", "/api/suggestions?search=da"],
      ["GET", `/api/profile/${dana.memberId}`],
      ["POST", `/api/profile/${dana.memberId}/contacts/primaryEmail`],
      ["GET", `/api/connections/${connection}/events`],
    ] as const;
    for (const [method, path] of calls) {
      const answer = await casey.send(method, path, method === "POST" ? { body: {} } : {});
      expect([path, answer.status]).toEqual([path, 403]);
    }
    expect((await casey.get("/api/user")).status).toBe(200);
    // They also don't get contacts that they were about to be shown.
    const origin = { requestId: "test", ip: "192.0.2.1" };
    const look = app.product.contacts.reveal(viewer!, dana.memberId, "primaryEmail", origin);
    await expect(look).rejects.toThrow("staff haven't approved your account");
  });

  it("gets one mail about it, and no other until accepted; the history names the staff", async () => {
    const { app, jordan, sam, dana, casey, connection, refuse, accept } = await given();
    const { email } = await (await casey.get("/api/user")).json();
    const read = app.mails.length;
    const answers = await Promise.all([refuse(jordan), refuse(jordan)]);
    expect(answers.map(({ status }) => status)).toEqual([204, 204]);
    expect((await dana.act(connection, { type: "Accept", way: "site" })).status).toBe(200);
    await app.sendMail();
    const mails = app.mails.slice(read).filter(({ to }) => to === email);
    expect(mails.map(({ subject }) => subject)).toEqual([
      "Your TCU Army ROTC Alumni Connect account wasn't approved",
    ]);
    expect((await accept(sam)).status).toBe(204);
    expect((await casey.get("/api/directory")).status).toBe(200);
    const { entries } = await app.product.program.history(jordan.memberId);
    expect(entries.filter(({ does }) => does === "refused" || does === "accepted")).toMatchObject([
      { does: "accepted", by: { id: sam.memberId }, about: { id: casey.memberId } },
      { does: "refused", by: { id: jordan.memberId }, about: { id: casey.memberId } },
    ]);
  });

  it("can't be staff, the acting member, or someone whose state has changed since", async () => {
    const { jordan, sam, casey, refuse } = await given();
    for (const { memberId } of [jordan, sam]) {
      expect(await answerOf(await refuse(jordan, { seen: "in" }, memberId))).toEqual(
        withMessage(409, "This person has staff access. Remove it first."),
      );
    }
    expect((await refuse(jordan, {}, casey.memberId)).status).toBe(409);
    const lists: ProgramLists = await (await jordan.does(({ program }, me) => program.lists(me)))
      .json();
    expect(lists.decided).toEqual([]);
  });
});

it("ends a suspended member's sessions and links, and hides them from everyone", async () => {
  const { app, person, ask, act, mailed } = await connectedApp();
  const casey = await person("Casey");
  const morgan = await person("Morgan", "alumni");
  await mailed();
  const id = await ask(casey, morgan);
  const token = tokenIn((await mailed())[0] ?? { text: "" });
  const { mailedLinks } = app.product;
  const news = { by: "stan", staffIds: [] };
  const decide = async (type: "Suspend" | "Unsuspend") => {
    const command = { type } as const;
    await app.members.execute(
      morgan.memberId,
      command,
      cause,
      (change) => programMail(change, news),
    );
    await app.follow();
  };
  const seen = async () => ({
    own: (await morgan.get("/api/user")).status,
    profile: (await casey.get(`/api/profile/${morgan.memberId}`)).status,
    isListed: (await (await casey.get("/api/profiles")).text()).includes("LastMorgan"),
    link: (await mailedLinks.open(token))?.member.memberId,
  });
  const before = await seen();
  expect(before).toEqual({ own: 200, profile: 200, isListed: true, link: morgan.memberId });

  await decide("Suspend");
  expect(await seen()).toEqual({ own: 401, profile: 403, isListed: false, link: undefined });
  expect((await mailed()).map(({ subject }) => subject)).toEqual([
    "Your TCU Army ROTC Alumni Connect account was suspended",
  ]);
  await act(casey, id, { type: "Write", text: "Are you there?", way: "site" });
  expect(await mailed()).toEqual([]);

  await decide("Unsuspend");
  expect(await seen()).toEqual(before);
  expect((await mailed()).map(({ to, subject }) => [to, subject.includes("restored")]))
    .toEqual([[morgan.email, true]]);
});

it("removes suspended staff's access, and tells other staff", async () => {
  const { app, mailed } = await connectedApp({ cadreCode: "code" });
  const staff = { role: "cadre", cadreCode: "code" };
  const jordan = await app.member({ firstName: "Jordan", email: "jordan@example.com", ...staff });
  const sam = await app.member({
    ...{ username: "sam", firstName: "Sam", email: "sam@example.com" },
    ...staff,
  });
  await mailed();
  const staffIds = [jordan.memberId, sam.memberId];
  const command = { type: "Suspend" } as const;
  await app.members.execute(
    sam.memberId,
    command,
    cause,
    (change) => programMail(change, { by: "stan", staffIds }),
  );
  await app.follow();
  expect((await sam.does(({ program }, me) => program.lists(me))).status).toBe(401);
  const { person } = await app.product.program.person(jordan.memberId, sam.memberId);
  const { state, isStaff } = person;
  expect({ state, isStaff }).toEqual({ state: "suspended", isStaff: false });
  expect((await mailed()).map(({ to, subject }) => [to, subject]).sort()).toEqual([
    ["jordan@example.com", "Staff access was removed on TCU Army ROTC Alumni Connect"],
    ["sam@example.com", "Your TCU Army ROTC Alumni Connect account was suspended"],
  ]);
  const refuse = { type: "Refuse", words: null } as const;
  for (const decision of [{ type: "Admit" } as const, refuse]) {
    expect((await jordan.decide(sam.memberId, decision)).status).toBe(409);
  }
});
