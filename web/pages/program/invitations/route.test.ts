import { describe, expect, it } from "vitest";
import { someone } from "../../../../api/testing/app.ts";
import { importActor } from "../../../../events/invitations/invitation.ts";
import { register } from "../../../../events/testing/members.ts";
import { cause } from "../../../../events/testing/system.ts";
import { MailUnavailable } from "../../../../api/mail/mail.ts";
import { askedPoints } from "../../../../api/mail/templates/invitation-letters.ts";
import { TestMail } from "../../../../api/testing/test-mail.ts";
import { appForTest } from "../../../../api/testing/app-for-test.ts";
import { staffSite, textOf } from "../../../testing/staff-site.ts";
import { expectAnswer, expectTexts } from "../../../testing/expect-answer.ts";

const path = "/program/invitations";
const dayMs = 24 * 60 * 60 * 1000;

/** Staff, their actions on the page, and a clock to move. */
async function given() {
  const clock = { ms: Date.parse("2026-11-01T12:00:00Z") };
  const now = () => new Date(clock.ms);
  const mail = new TestMail();
  const site = await staffSite({ now, mail });
  const { testApp, request } = site;
  const page = (query = "") => site.page(path + query);
  const post = (form: Readonly<Record<string, string>>) => site.post(path, form);
  const mailsTo = async (to: string) => {
    // Invitation mails are sent at one a second.
    for (let second = 0; second < 5; second++) {
      await testApp.sendMail();
      clock.ms += 1000;
    }
    return mail.sent.filter((mail) => mail.to.includes(to) && mail.text.includes("/invitation"));
  };
  const tokenIn = (text = "") => /\/invitation[?#]token=([\w-]+)/.exec(text)?.[1] ?? "";
  /** Invites a person. @returns The mailed token. */
  const invited = async (person: Readonly<Record<string, string>> & { readonly email: string }) => {
    expect((await post(person)).status).toBe(303);
    return tokenIn((await mailsTo(person.email))[0]?.text);
  };
  const decline = (form: Readonly<Record<string, string>>) =>
    site.send("/invitation/decline", form, undefined);
  const latest = async () => (await testApp.product.program.history(site.stan.memberId)).entries[0];
  const idOf = (html: string) => /name="memberId" value="([^"]+)"/.exec(html)?.[1] ?? "";
  const accept = (token: string) =>
    testApp.product.invitations.accept(
      { token, isVisible: false },
      { ip: "192.0.2.1", requestId: "yes" },
    );
  const open = (token: string, headers: Readonly<Record<string, string>> = {}) =>
    request(`/invitation?token=${token}`, { headers });
  const numbers = async () => {
    const found = (await page()).matchAll(/<strong[^>]*>(\d+)<\/strong> (\w+)/g);
    return Object.fromEntries([...found].map(([, count, name]) => [name, Number(count)]));
  };
  const beside = () => appForTest({ mail, cadreCode: "code", now, beside: testApp });
  const shown = { page, post, mailsTo, invited, idOf, accept, decline, open, numbers, latest };
  return { ...site, ...shown, mail, clock, beside };
}

const pat = { does: "invite", firstName: "Pat", lastName: "Reed", email: "pat@example.com" };
const kim = { does: "invite", firstName: "Kim", lastName: "Lee", email: "kim@example.com" };
const linkTokenIn = (html: string) =>
  /value="[^"]*\/invitation\?token=([\w-]+)"/.exec(html)?.[1] ?? "";
const navigation = { "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document" };

describe("invitations", () => {
  it("are sent to one person, who isn't listed anywhere before they accept", async () => {
    const { testApp, stan, page, accept, numbers, invited } = await given();
    expectTexts(await page(), ["No one has been invited yet"], ["has answered"]);
    const token = await invited(pat);
    expect(await page()).toContain("Pat Reed");
    expect(await numbers()).toEqual({ Waiting: 1, Opened: 0, Joined: 0, Declined: 0, Bounced: 0 });
    const [event] = await testApp.database.read(
      "SELECT actor_id FROM events WHERE type = 'MemberRegistered' ORDER BY position DESC LIMIT 1",
    );
    expect(event?.actor_id).toBe(stan.memberId);
    await accept(token);
    expect(await page()).toContain("Everyone who was invited has answered.");
    expect(await numbers()).toMatchObject({ Waiting: 0, Joined: 1 });
    expect(await page("?show=joined")).toContain("Pat Reed");
  });

  it("count on /program as unsent, then as unanswered once they are sent", async () => {
    const { post, read, stan, mail, clock, mailsTo } = await given();
    const waits = async () => {
      const { html } = await read("/program", stan.session());
      return textOf(html).match(
        /\d invitations? (hasn|haven|isn|aren)&#x27;t (been sent|answered)/g,
      );
    };
    mail.failure = new MailUnavailable("The server is away");
    await post(pat);
    await post(kim);
    expect(await waits()).toEqual(["2 invitations haven&#x27;t been sent"]);
    delete mail.failure;
    clock.ms += dayMs;
    await mailsTo("kim@example.com");
    expect(await waits()).toEqual(["2 invitations aren&#x27;t answered"]);
  });

  it("report errors beside their fields, and keep the typed values", async () => {
    const { post } = await given();
    const answer = await post({ ...pat, email: "nowhere" });
    expectAnswer(answer, 422, "Invalid email address", 'value="Reed"');
    const taken = await post({ ...pat, email: "stan@example.com" });
    expect(taken.status).toBe(409);
    expect(taken.html).toContain("Someone with this address has an account already");
  });

  it("aren't sent twice to one person; the page says where to send them again", async () => {
    const { post, invited } = await given();
    await invited(pat);
    const again = await post({ ...pat, email: "PAT@example.com" });
    expectAnswer(
      again,
      409,
      "This person was invited already. To send the invitation again, find them in the list above",
    );
    expect(again.html).not.toContain("has an account already");
  });

  it("come from the inviting person, with their sentence, as previewed", async () => {
    const { post, stan, mailsTo, clock, testApp, page } = await given();
    const words = "I was your S3 in 2009, and our cadets could use you.";
    const shown = await post({ ...pat, does: "preview", words: ` ${words}\r\n` });
    expect(shown.status).toBe(200);
    expect(await mailsTo(pat.email)).toEqual([]);
    expect((await post({ ...pat, words: "x".repeat(301) })).status).toBe(422);
    expect((await post({ ...pat, words })).status).toBe(303);
    const [letter] = await mailsTo(pat.email);
    const name = `${(await testApp.readModel.members.byId(stan.memberId))?.firstName} Doe`;
    expect(letter?.subject).toBe(`${name} invites you to TCU Army ROTC Alumni Connect`);
    const said = [`> ${words}`, ...askedPoints.map((point) => `- ${point}`)];
    for (const each of said) expect(letter?.text).toContain(`\n${each}\n`);
    const inPage = textOf(shown.html);
    for (const text of [letter?.subject ?? "", words, ...askedPoints]) {
      expect(inPage).toContain(text.replaceAll("'", "&#x27;"));
    }
    const [opening = ""] = letter?.text.split("\n\n").slice(1) ?? [];
    expect(inPage).toContain(opening.replaceAll("'", "&#x27;"));
    // The sentence is prefilled for the next invitation, and repeated in reminders.
    expect(await page()).toContain(`>${words}</textarea>`);
    clock.ms += 10 * dayMs;
    await testApp.product.invited.remindAll(stan.memberId, { ip: "192.0.2.1", requestId: "r" });
    const reminder = (await mailsTo(pat.email)).at(-1);
    expect(reminder?.text).toContain(`> ${words}`);
    expect(reminder?.text).toContain(name);
    // It is encrypted, so no file of the database contains it.
    const rows = await testApp.database.read("SELECT * FROM events");
    expect(JSON.stringify(rows)).not.toContain("S3 in 2009");
  });

  it("can be sent again, and withdrawn, which erases their person's data", async () => {
    const { testApp, stan, read, page, post, mailsTo, idOf, invited } = await given();
    await invited(pat);
    const memberId = idOf(await page());
    expect((await post({ does: "resend", memberId })).status).toBe(303);
    expect(await mailsTo("pat@example.com")).toHaveLength(2);
    expect((await post({ does: "withdraw", memberId })).status).toBe(303);
    expect(await page()).toContain("No one has been invited yet");
    expect(await testApp.keys.isErased(memberId)).toBe(true);
    const { html: history } = await read("/program/history", stan.session());
    expect(history).toContain("withdrew the invitation of someone whose account was deleted");
    for (const does of ["resend", "withdraw", "link"]) {
      expect((await post({ does, memberId })).status).toBe(404);
    }
    // The address can be used again.
    expect((await post(pat)).status).toBe(303);
  });

  it("aren't sent again, or followed by reminders, while the previous email still waits", async () => {
    const { testApp, page, post, idOf, mail, mailsTo, clock, signIn } = await given();
    mail.failure = new MailUnavailable("The server is away");
    await post(pat);
    const memberId = idOf(await page());
    const waiting = async () =>
      (await testApp.database.read("SELECT kind FROM outbox WHERE kind LIKE 'invit%'"))
        .length;
    const again = await post({ does: "resend", memberId });
    expect([again.status, again.cookies]).toEqual([303, expect.stringContaining("still waiting")]);
    clock.ms += 8 * dayMs;
    await signIn();
    expect((await post({ does: "remind-all" })).cookies).toContain("No reminders sent");
    expect(await waiting()).toBe(1);
    delete mail.failure;
    clock.ms += dayMs;
    expect(await mailsTo("pat@example.com")).toHaveLength(1);
    await post({ does: "resend", memberId });
    expect(await mailsTo("pat@example.com")).toHaveLength(2);
  });

  it("can't be changed for anyone who wasn't invited", async () => {
    const { testApp, stan, post } = await given();
    const ada = await testApp.member({ role: "alumni" });
    for (const memberId of [ada.memberId, stan.memberId, "nobody", ""]) {
      for (const does of ["resend", "withdraw", "link", "remove-declined"]) {
        expect((await post({ does, memberId })).status).toBe(404);
      }
    }
    expect((await post({ does: "erase", memberId: ada.memberId })).status).toBe(422);
    expect((await ada.get("/api/user")).status).toBe(200);
  });
});

describe("an opened invitation", () => {
  it("counts as opened by a browser's visit, but not by a scanner or staff", async () => {
    const { testApp, page, open, numbers, stan, invited, accept } = await given();
    const token = await invited(pat);
    expect((await open(token)).status).toBe(200);
    await open(token, { ...navigation, "Sec-Purpose": "prefetch" });
    await open(token, { ...navigation, Cookie: `session=${stan.session()}` });
    expect(await numbers()).toMatchObject({ Waiting: 1, Opened: 0 });
    await open(token, navigation);
    expect(await numbers()).toMatchObject({ Waiting: 0, Opened: 1 });
    expect(await page("?show=opened")).toContain("Opened their invitation");
    // Nothing is stored about members who have joined.
    await accept(token);
    expect(await testApp.database.read("SELECT * FROM invitation_states")).toEqual([]);
  });
});

describe("a link copied by staff", () => {
  it("requires the password, is shown once, opens the invitation, and is in the history", async () => {
    const { page, post, idOf, clock, accept, latest } = await given();
    await post(pat);
    const memberId = idOf(await page());
    clock.ms += 20 * 60 * 1000;
    expectAnswer(await post({ does: "link", memberId }), 403, "password");
    const confirmed = { does: "link", memberId, confirmedBy: someone.password };
    const { html, headers, status } = await post(confirmed);
    expect(status).toBe(200);
    expect(headers.get("Cache-Control")).toContain("no-store");
    const token = linkTokenIn(html);
    expect(await latest()).toMatchObject({ does: "made link", about: { id: memberId } });
    await accept(token);
  });
});

describe("reminders to all with one press", () => {
  it("are sent once to people silent for a week, by any staff member and any node", async () => {
    const { testApp, page, post, mailsTo, clock, beside, stan, accept, signIn, invited, latest } =
      await given();
    await post(pat);
    await post(kim);
    await accept(await invited({ ...kim, firstName: "Ann", email: "ann@example.com" }));
    expect(await page()).not.toContain("Send reminders");
    clock.ms += 8 * dayMs;
    await signIn();
    expect(await page()).toContain("Send reminders to 2 people");
    const other = await beside();
    const origin = { ip: "192.0.2.1", requestId: "press" };
    expect((await post({ does: "remind-all" })).status).toBe(303);
    await Promise.all([
      other.product.invited.remindAll(stan.memberId, origin),
      testApp.product.invited.remindAll(stan.memberId, origin),
    ]);
    for (const [name, mails] of [["pat", 2], ["kim", 2], ["ann", 1]] as const) {
      expect(await mailsTo(`${name}@example.com`)).toHaveLength(mails);
    }
    expect(await page()).not.toContain("Send reminders");
    expect(await latest()).toMatchObject({ does: "reminded", count: 2 });
  });

  it("answer after the first 300, and reach everyone once; the list shows fifty to a page", async () => {
    const { testApp, post, page, clock, signIn, numbers } = await given();
    const people = Array.from({ length: 302 }, (_, at) => {
      const names = { firstName: "Pat", lastName: at === 7 ? "Okafor" : "Reed" };
      const command = register({ ...names, username: `p${at}`, email: `p${at}@example.com` });
      return { memberId: crypto.randomUUID(), commands: [command] };
    });
    await testApp.members.executeAll(people, { ...cause, actorId: importActor });
    await testApp.follow();
    expect(await numbers()).toMatchObject({ Waiting: 302 });
    expect((await page()).match(/Pat (Reed|Okafor)<\/h3>/g)).toHaveLength(50);
    expect((await page("?page=7")).match(/Pat Reed<\/h3>/g)).toHaveLength(2);
    expect((await page("?search=oka")).match(/Pat \w+<\/h3>/g)).toEqual(["Pat Okafor</h3>"]);
    expect(await page("?search=nobody")).toContain("No one here has that name.");
    expect(await page("?show=bounced&page=x")).toContain("No one.");
    clock.ms += 8 * dayMs;
    await signIn();
    const reminded = async () => {
      await post({ does: "remind-all" });
      await testApp.background.settled();
      const [row] = await testApp.database.read(
        "SELECT count(*) AS count FROM events WHERE type = 'InvitationRenewed'",
      );
      return row?.count;
    };
    expect([await reminded(), await reminded()]).toEqual([302, 302]);
    expect(await page()).not.toContain("Send reminders");
  });
});

describe("automatic reminders", () => {
  it("are sent after 10 and 30 days with different words, once for all nodes, and then no more", async () => {
    const { testApp, mailsTo, clock, beside, invited } = await given();
    await invited(pat);
    const other = await beside();
    for (let day = 1; day <= 90; day++) {
      clock.ms += dayMs;
      await Promise.all([testApp.doDueWork(), other.doDueWork()]);
      await mailsTo("pat@example.com");
      // A mail being sent belongs to its node until its lease ends.
      await other.settled();
    }
    const mails = await mailsTo("pat@example.com");
    expect(mails.map(({ subject }) => subject)).toEqual([
      "Stan Doe invites you to TCU Army ROTC Alumni Connect",
      "Your invitation to TCU Army ROTC Alumni Connect is waiting",
      "Last reminder: join TCU Army ROTC Alumni Connect",
    ]);
    const days = mails.map(({ writtenAt }) =>
      Math.round((writtenAt.getTime() - Date.parse("2026-11-01T12:00:00Z")) / dayMs)
    );
    expect(days).toEqual([0, 10, 30]);
  });

  it.each(
    [
      ["leaves", { type: "Erase" }],
      ["is suspended", { type: "Suspend" }],
    ] as const,
  )("come from the program once the person who invited %s, without their words", async (
    _,
    command,
  ) => {
    const { testApp, mailsTo, clock, invited, stan, open } = await given();
    const words = "I was your S3 in 2009.";
    const token = await invited({ ...pat, words });
    await testApp.members.execute(stan.memberId, command, cause);
    clock.ms += 11 * dayMs;
    await testApp.doDueWork();
    const reminder = (await mailsTo(pat.email)).at(-1);
    expect(reminder?.text).toContain("TCU Army ROTC invited you");
    expect(reminder?.text).not.toContain("S3");
    expect(reminder?.text).not.toContain("Stan");
    const asked = await (await open(token)).text();
    expectTexts(asked, ["TCU Army ROTC invites you"], ["Stan Doe", "S3"]);
    expect(testApp.logged.filter(({ level }) => level === "error")).toEqual([]);
  });

  it("are never sent to people who joined, declined or have a dead address, and can be turned off", async () => {
    const { testApp, mail, signIn, page, post, mailsTo, accept, clock, invited, decline, latest } =
      await given();
    await accept(await invited(pat));
    await decline({ token: await invited(kim) });
    await post({ ...pat, firstName: "Ann", email: "ann@example.com" });
    expect((await post({ does: "reminders-off" })).status).toBe(303);
    expect(await page()).toContain("Automatic reminders are off.");
    expect((await latest())?.what).toBe("turned off reminders about invitations");
    await testApp.settled();
    const count = () => mail.sent.filter(({ text }) => text.includes("/invitation")).length;
    expect(count()).toBe(2);
    clock.ms += 11 * dayMs;
    await signIn();
    await testApp.doDueWork();
    await mailsTo("ann@example.com");
    expect(count()).toBe(2);
    await post({ does: "reminders-on" });
    await testApp.doDueWork();
    expect(await mailsTo("ann@example.com")).toHaveLength(2);
    expect(count()).toBe(3);
  });
});

describe("a person who deleted their account", () => {
  it("isn't invited again by a list, nor by hand unless staff are sure", async () => {
    const { testApp, page, post, numbers, stan, read } = await given();
    const ada = await testApp.member({ role: "alumni", email: "Ada+1@Example.com" });
    expect((await ada.delete("/api/account")).status).toBe(204);
    const rows = await testApp.database.read("SELECT * FROM left_mailboxes");
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain("ada");

    const list = "Email,Name\nADA@example.com,Ada Lee\nkim@example.com,Kim Lee\n";
    const { imports } = testApp.product;
    await imports.open(stan.memberId, new TextEncoder().encode(list), {});
    const { html } = await read("/program/import", stan.session());
    expectTexts(html, [
      "1 person will be invited.",
      "1 isn&#x27;t invited because they deleted their account.",
      "Not invited. Deleted their account.",
    ]);

    const again = { ...pat, email: "ada@example.com" };
    expectAnswer(await post(again), 409, "Someone with this address deleted their account.");
    expect((await post({ ...again, isSure: "on" })).status).toBe(303);
    expect(await numbers()).toMatchObject({ Waiting: 1, Declined: 0 });
    expect(await page()).toContain("Pat Reed");
  });

  it("can register again, which removes the note", async () => {
    const { testApp } = await given();
    const email = "ada@example.com";
    const ada = await testApp.member({ role: "alumni", email });
    await ada.delete("/api/account");
    await testApp.member({ role: "alumni", email, username: "ada2" });
    expect(await testApp.database.read("SELECT * FROM left_mailboxes")).toEqual([]);
  });
});

describe("a person who declined", () => {
  it("stays in the list with only name and address, until they or staff remove them", async () => {
    const { testApp, page, post, numbers, invited, decline } = await given();
    const no = await decline({ token: await invited(pat) });
    expect(no.html).toContain("We keep only your name and email address");
    expect(await numbers()).toMatchObject({ Waiting: 0, Declined: 1 });
    expect(await page("?show=declined")).toContain("pat@example.com");
    const rows = await testApp.database.read("SELECT * FROM declined_invitations");
    expect(new TextDecoder().decode(rows[0]?.sealed as ArrayBuffer)).not.toContain("pat@");

    expectAnswer(await post(pat), 409, "Pat Reed declined an invitation on November 1, 2026.");
    expect((await post({ ...pat, isSure: "on" })).status).toBe(303);
    expect(await numbers()).toMatchObject({ Waiting: 1, Declined: 0 });
  });

  it("can stop the emails by their link, or with one click in their mail program", async () => {
    const { testApp, mailsTo, numbers, request, invited, post, page, clock, signIn, idOf } =
      await given();
    const token = await invited(pat);
    const isMuted = async () =>
      (await testApp.database.read(
        "SELECT 1 FROM events WHERE type = 'InvitationMuted'",
      )).length === 1;
    const [letter] = await mailsTo("pat@example.com");
    const { pathname, search } = new URL(letter?.unsubscribe ?? "");
    const click = (at = search) =>
      request(pathname + at, {
        method: "POST",
        headers: { "Content-Type": "application/x-www-form-urlencoded" },
        body: "List-Unsubscribe=One-Click",
      });
    expect((await click("?token=other")).status).toBe(400);
    expect(letter?.text).toContain(`Don't email me again about this:\n${letter?.unsubscribe}`);
    // Opened as a page, it asks first.
    expect(await (await request(pathname + search)).text()).toContain("Don&#x27;t email me again");
    expect(await isMuted()).toBe(false);
    expect((await click()).status).toBe(200);
    expect((await click()).status).toBe(200);
    expect(await isMuted()).toBe(true);
    // The invitation itself is unchanged.
    expect(await numbers()).toMatchObject({ Waiting: 1, Declined: 0 });
    expect((await request(`/invitation?token=${token}`)).status).toBe(200);
    clock.ms += 11 * dayMs;
    await signIn();
    await testApp.doDueWork();
    expect(await page()).not.toContain("Send reminders");
    expectTexts(await page(), ["Asked for no more emails", "Copy link"], ["Send again"]);
    const again = await post({ does: "resend", memberId: idOf(await page()) });
    expectAnswer(again, 409, "They asked us not to email them about their invitation again");
    expect(await mailsTo("pat@example.com")).toHaveLength(1);
  });

  it("can have their name and address deleted, too", async () => {
    const { page, post, numbers, invited, decline } = await given();
    const declined = async (person: typeof pat) => {
      const { html } = await decline({ token: await invited(person) });
      return /name="declined" value="([^"]+)"/.exec(html)?.[1] ?? "";
    };
    const { html } = await decline({ declined: await declined(pat) });
    expect(html).toContain("We deleted your name and email address, too.");
    const memberId = await declined(kim);
    expect(await numbers()).toMatchObject({ Declined: 1 });
    expect((await post({ does: "remove-declined", memberId })).status).toBe(303);
    expect((await post({ does: "remove-declined", memberId })).status).toBe(404);
    expect(await page()).toContain("No one has been invited yet");
    expect((await post(kim)).status).toBe(303);
  });

  it("is removed from the list by registering, or by erasing an account with that address", async () => {
    const { testApp, page, numbers, invited, decline } = await given();
    for (const person of [pat, kim]) await decline({ token: await invited(person) });
    expect(await numbers()).toMatchObject({ Declined: 2 });
    await testApp.member({ email: "Pat@example.com", username: "pat" });
    expect(await page("?show=declined")).not.toContain("pat@example.com");
    expect(await numbers()).toMatchObject({ Declined: 1 });
    const moved = await testApp.member({ email: "kim.lee@example.com", username: "kim" });
    expect((await moved.patch("/api/user", { email: kim.email })).status).toBe(200);
    expect((await moved.delete("/api/account")).status).toBe(204);
    expect(await testApp.database.read("SELECT * FROM declined_invitations")).toEqual([]);
  });
});
