import { describe, expect, it } from "vitest";
import { someone } from "../../../../api/testing/app.ts";
import { realSiteForTest } from "../../../testing/real-site.ts";

const path = "/program/invitations";

/** Staff, and what they do on the page. */
async function given() {
  const { testApp, read, send } = await realSiteForTest({ cadreCode: "code" });
  const stan = await testApp.member({ role: "cadre", cadreCode: "code", firstName: "Stan" });
  const page = async () => (await read(path, stan.session())).html;
  const post = (form: Readonly<Record<string, string>>, who = stan) =>
    send(path, form, who.session());
  const invitations = async () => {
    await testApp.settled();
    await testApp.outboxSender.sendDue();
    await testApp.settled();
    return testApp.mails.filter(({ to, text }) =>
      to.includes("pat@example.com") && text.includes("/invitation")
    );
  };
  const idOf = (html: string) => /name="memberId" value="([^"]+)"/.exec(html)?.[1] ?? "";
  return { testApp, stan, page, post, invitations, idOf };
}

const pat = { does: "invite", firstName: "Pat", lastName: "Reed", email: "pat@example.com" };

describe("invitations", () => {
  it.each(["alumni", "cadet"])("are not there for %s who is no staff", async (role) => {
    const { testApp, post } = await given();
    const uma = await testApp.member({ role });
    expect((await post(pat, uma)).status).toBe(404);
  });

  it("go out to one person, who is in nobody's list before they accept", async () => {
    const { testApp, stan, page, post, invitations } = await given();
    expect(await page()).toContain("Everybody who was invited has answered.");
    expect((await post(pat)).status).toBe(303);
    const html = await page();
    expect(html).toContain("Pat Reed");
    expect(html).toContain("Link works");
    const [letter] = await invitations();
    const token = /\/invitation[?#]token=([\w-]+)/.exec(letter?.text ?? "")?.[1] ?? "";
    expect(token).not.toBe("");
    const [event] = await testApp.databases.events.read(
      "SELECT actor_id FROM events WHERE type = 'MemberRegistered' ORDER BY position DESC LIMIT 1",
    );
    expect(event?.actor_id).toBe(stan.memberId);

    const yes = { token, username: "patreed", newPassword: someone.password, isVisible: false };
    await testApp.product.invitations.accept(yes, { ip: "192.0.2.1", requestId: "yes" });
    expect(await page()).toContain("Everybody who was invited has answered.");
  });

  it("say what is wrong beside the field, and keep what was typed", async () => {
    const { post } = await given();
    const wrong = await post({ ...pat, email: "nowhere" });
    expect(wrong.status).toBe(400);
    expect(wrong.html).toContain("Invalid email address");
    expect(wrong.html).toContain('value="Reed"');
    const taken = await post({ ...pat, email: "member1@example.com" });
    expect(taken.status).toBe(409);
    expect(taken.html).toContain("Someone has an account with this address already");
  });

  it("can be sent again, and withdrawn, which leaves nothing of their person", async () => {
    const { testApp, page, post, invitations, idOf } = await given();
    await post(pat);
    const memberId = idOf(await page());
    await invitations();
    expect((await post({ does: "resend", memberId })).status).toBe(303);
    expect(await invitations()).toHaveLength(2);
    expect((await post({ does: "withdraw", memberId })).status).toBe(303);
    expect(await page()).toContain("Everybody who was invited has answered.");
    expect(await testApp.vault.memberIds()).not.toContain(memberId);
    for (const does of ["resend", "withdraw"]) {
      expect((await post({ does, memberId })).status).toBe(404);
    }
    // The address is free again.
    expect((await post(pat)).status).toBe(303);
  });

  it("are nobody's who was not invited, whatever is posted", async () => {
    const { testApp, stan, post } = await given();
    const ada = await testApp.member({ role: "alumni" });
    for (const memberId of [ada.memberId, stan.memberId, "nobody", ""]) {
      for (const does of ["resend", "withdraw"]) {
        expect((await post({ does, memberId })).status).toBe(404);
      }
    }
    expect((await post({ does: "erase", memberId: ada.memberId })).status).toBe(400);
    expect((await ada.get("/api/user")).status).toBe(200);
  });
});
