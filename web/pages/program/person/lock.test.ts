import { describe, expect, it } from "vitest";
import { someone } from "../../../../api/testing/app.ts";
import { passwordGivenLongAgo } from "../../../../api/testing/password-given-long-ago.ts";
import { staffSite, textOf } from "../../../testing/staff-site.ts";

/** Stan and Sam, who are staff; Morgan, a mentor; and Casey and Riley, who ask. */
async function given() {
  const site = await staffSite();
  const { testApp, stan, send, read } = site;
  const sam = await site.staff("Sam");
  const morgan = await site.person("Morgan", "alumni", ["Networking"]);
  const casey = await site.person("Casey", "cadet", []);
  const riley = await site.person("Riley", "alumni", ["Networking"]);
  const { email } = await (await morgan.get("/api/user")).json();
  const path = `/program/everybody/${morgan.memberId}`;
  await testApp.sendMail();
  let from = testApp.mails.length;
  /** Recipients and subjects of mails sent since the last call. */
  const mailed = async () => {
    await testApp.sendMail();
    const mails = testApp.mails.slice(from);
    from = testApp.mails.length;
    return mails.map(({ to, subject }) => [to, subject]);
  };
  /** Discards mails sent so far, and doesn't send waiting ones. */
  const passOver = async () => {
    await testApp.settled();
    from = testApp.mails.length;
  };
  const decide = async (does: string, who = stan) => {
    const answer = await send(path, { does }, who.session());
    await testApp.settled();
    return answer;
  };
  const ask = async (from: typeof casey, to: typeof casey) => {
    const input = { memberId: to.memberId, topics: [], note: "Hello" };
    const answer = await from.ask(input);
    if (answer.status !== 201) throw new Error(await answer.text());
    await testApp.settled();
    return (await answer.json()).id as string;
  };
  const text = async (at: string, who: typeof casey) =>
    textOf((await read(at, who.session())).html);
  const signIn = async () => {
    const { username } = await testApp.readModel.members.byId(morgan.memberId) ?? {};
    return await testApp.browser().post("/api/login", { username, password: someone.password });
  };
  return {
    ...site,
    sam,
    morgan,
    casey,
    riley,
    email,
    path,
    mailed,
    passOver,
    decide,
    ask,
    text,
    signIn,
  };
}

describe("suspending an account", () => {
  it("asks first, hides them, signs them out, and can be undone by staff", async () => {
    const { stan, morgan, casey, path, email, mailed, decide, text, signIn } = await given();
    expect(await text(path, stan)).toContain("Suspend this account");
    const asked = await text(`${path}/suspend`, stan);
    expect(asked).toMatch(/Suspend Morgan Doe&#x27;s account\?.* Suspend account /);
    expect((await decide("suspend")).location).toBe(path);
    expect((await morgan.get("/api/user")).status).toBe(401);
    expect(await (await signIn()).json()).toMatchObject({
      message: expect.stringMatching(/^Your account is suspended\. Write to \S+ to ask why\.$/),
    });
    expect((await casey.get(`/api/profile/${morgan.memberId}`)).status).toBe(403);
    expect(await mailed()).toEqual([
      [email, "Your TCU Army ROTC Alumni Connect account was suspended"],
    ]);
    expect(await text(path, stan)).toMatch(
      /program&#x27;s staff suspended .* Restore this account/,
    );
    await decide("unsuspend");
    // Sessions from before stay ended.
    expect((await morgan.get("/api/user")).status).toBe(401);
    expect((await signIn()).status).toBe(200);
    expect((await casey.get(`/api/profile/${morgan.memberId}`)).status).toBe(200);
    expect((await mailed()).map(([, subject]) => subject)).toEqual([
      "Your TCU Army ROTC Alumni Connect account was restored",
    ]);
    expect(await text("/program/history", stan))
      .toMatch(/Stan Doe restored the account of Morgan Doe .*suspended the account of Morgan Doe/);
  });

  it("requires staff's password, and is never possible for oneself", async () => {
    const { testApp, stan, casey, sam, path, decide, read, send } = await given();
    expect((await read(`${path}/suspend`, casey.session())).status).toBe(404);
    expect((await decide("suspend", casey)).status).toBe(404);
    const own = `/program/everybody/${stan.memberId}`;
    expect((await read(`${own}/suspend`, stan.session())).location).toBe(own);
    expect((await send(own, { does: "record-death" }, stan.session())).status).toBe(422);
    await passwordGivenLongAgo(testApp);
    for (const does of ["suspend", "record-death"]) {
      expect((await decide(does)).html).toContain("Confirm it&#x27;s you");
    }
    expect((await sam.get("/api/user")).status).toBe(200);
  });
});

describe("recording a death", () => {
  it("asks first, hides them, and is undone by staff when it was a mistake", async () => {
    const { stan, casey, morgan, path, email, mailed, decide, text, signIn } = await given();
    expect(await text(`${path}/record-death`, stan)).toMatch(
      /Record Morgan Doe&#x27;s death\?.* Record death /,
    );
    const listed = async () =>
      (await (await casey.get("/api/profiles")).text()).includes(morgan.memberId);
    expect(await listed()).toBe(true);
    await decide("record-death");
    expect(await listed()).toBe(false);
    expect((await morgan.get("/api/user")).status).toBe(401);
    expect(await (await signIn()).json()).toMatchObject({
      message: expect.stringMatching(/^This account is closed\. If that's a mistake, write to /),
    });
    expect(await text(path, stan)).toMatch(/Deceased .*We don&#x27;t email them.* Undo the/);
    expect(await mailed()).toEqual([]);
    await decide("undo-death");
    expect((await signIn()).status).toBe(200);
    expect(await listed()).toBe(true);
    expect(await mailed()).toEqual([
      [email, "Your TCU Army ROTC Alumni Connect account was restored"],
    ]);
    expect(await text("/program/history", stan)).toMatch(
      /undid the recorded death of Morgan Doe .*recorded the death of Morgan Doe/,
    );
  });

  it("stops all mails to them, waiting or later", async () => {
    const { testApp, sam, morgan, casey, email, mailed, passOver, decide, ask } = await given();
    const forget = () => testApp.browser().post("/api/forgot-password", { email });
    await decide("close-asking");
    await forget();
    await ask(casey, morgan);
    await passOver();
    await decide("record-death");
    await forget();
    await decide("open-asking", sam);
    await decide("unsuspend", sam);
    const to = new Set((await mailed()).map(([each]) => each));
    expect(to.has(email)).toBe(false);
    expect(to.size).toBe(1);
  });

  it("ends open requests and conversations, without telling others why", async () => {
    const { testApp, morgan, casey, riley, email, mailed, decide, ask, text, person } =
      await given();
    const jo = await person("Jo", "cadet");
    const talk = await ask(casey, morgan);
    expect((await morgan.act(talk, { type: "Accept", way: "site" })).status).toBe(200);
    const [asked, own] = [await ask(jo, morgan), await ask(morgan, riley)];
    await mailed();
    await decide("record-death");
    const state = async (who: typeof casey, id: string) =>
      (await (await who.conversation(id)).json()).state;
    expect([await state(casey, talk), await state(jo, asked), await state(riley, own)])
      .toEqual(["ended", "declined", "withdrawn"]);
    for (const [who, id] of [[casey, talk], [jo, asked], [riley, own]] as const) {
      expect(await text(`/connections/${id}`, who)).not.toMatch(/\b(died|death|deceased)\b/i);
    }
    const connections = await text("/connections", jo);
    expect(connections).toMatch(/Past \(1\) .*Declined/);
    expect(connections).not.toContain("Open (");
    const hourLater = await mailed();
    expect(hourLater.map(([to]) => to)).not.toContain(email);
    expect(hourLater.map(([, subject]) => subject)).toContain(
      "TCU Army ROTC Alumni Connect: your request was declined",
    );
    await decide("undo-death");
    expect(await state(casey, talk)).toBe("ended");
    expect((await casey.write(talk, "Hello?")).status)
      .toBe(409);
    await testApp.settled();
  });

  it("ends an invited person's invitation and its reminders", async () => {
    const { testApp, stan, post, page, mailed, passOver } = await given();
    const invite = { does: "invite", firstName: "Pat", lastName: "Reed", email: "pat@example.com" };
    expect((await post("/program/invitations", invite)).status).toBe(303);
    await passOver();
    const pat = await testApp.readModel.members.byEmail("pat@example.com");
    const path = `/program/everybody/${pat?.memberId}`;
    expect(textOf(await page(`${path}/record-death`, stan))).toContain("Record Pat Reed");
    await post(path, { does: "record-death" });
    await testApp.settled();
    expect(await mailed()).toEqual([]);
    expect((await testApp.product.counts(stan.memberId)).invitations).toEqual({
      sent: 0,
      unsent: 0,
    });
    expect(textOf(await page("/program/invitations", stan))).not.toContain("Pat Reed");
    const again = await post("/program/invitations", { ...invite, isSure: "yes" });
    expect(again.status).toBe(409);
    expect(await mailed()).toEqual([]);
  });
});
