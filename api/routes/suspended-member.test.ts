import { expect, it } from "vitest";
import { cause } from "../../events/testing/system.ts";
import { programMail } from "../program/mails.ts";
import { connectedApp, tokenIn } from "../testing/connected.ts";

it("a suspended member has no session, can use no link, and is hidden from everyone", async () => {
  const { app, person, ask, act, mailed } = await connectedApp();
  const casey = await person("Casey");
  const morgan = await person("Morgan", "alumni");
  await mailed();
  const id = await ask(casey, morgan);
  const token = tokenIn((await mailed())[0] ?? { text: "" });
  const { connections } = app.product;
  const news = { by: "operator", staffIds: [] };
  const decide = async (type: "Suspend" | "Unsuspend") => {
    const command = { type, by: "operator" } as const;
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
    link: (await connections.links.open(token))?.member.memberId,
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

it("suspended staff have no power, and the other staff hear of it", async () => {
  const { app, mailed } = await connectedApp({ cadreCode: "code" });
  const staff = { role: "cadre", cadreCode: "code" };
  const jordan = await app.member({ firstName: "Jordan", email: "jordan@example.com", ...staff });
  const sam = await app.member({
    ...{ username: "sam", firstName: "Sam", email: "sam@example.com" },
    ...staff,
  });
  await mailed();
  const staffIds = [jordan.memberId, sam.memberId];
  const command = { type: "Suspend", by: "operator" } as const;
  await app.members.execute(
    sam.memberId,
    command,
    cause,
    (change) => programMail(change, { by: "operator", staffIds }),
  );
  await app.follow();
  expect((await sam.get("/api/program/people")).status).toBe(401);
  const { person } = await app.product.program.person(jordan.memberId, sam.memberId);
  const { state, isStaff } = person;
  expect({ state, isStaff }).toEqual({ state: "suspended", isStaff: false });
  expect((await mailed()).map(({ to, subject }) => [to, subject]).sort()).toEqual([
    ["jordan@example.com", "Staff access was removed on TCU Army ROTC Alumni Connect"],
    ["sam@example.com", "Your TCU Army ROTC Alumni Connect account was suspended"],
  ]);
  const path = `/api/program/people/${sam.memberId}`;
  expect((await jordan.post(`${path}/accept`)).status).toBe(409);
  expect((await jordan.post(`${path}/refuse`, {})).status).toBe(409);
});
