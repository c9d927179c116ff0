import { describe, expect, it } from "vitest";
import { cause } from "../../../../events/testing/system.ts";
import { realSiteForTest } from "../../../testing/real-site.ts";
import { staffSite, textOf } from "../../../testing/staff-site.ts";

/** Staff with the history page; its lines, latest first. */
async function given() {
  const site = await staffSite();
  const lines = async (at = "/program/history") => {
    const [, list = ""] = (await site.page(at)).split('<ol class="program-history');
    return list.split("<li>").slice(1)
      .map((line) => (line.split("</p>")[0] ?? "").replaceAll(/<[^>]+>/g, "").trim())
      .map((line) => line.replaceAll("&#x27;", "'"));
  };
  /** Lines without the earliest, which is how Stan became staff. */
  const news = async () => (await lines()).slice(0, -1);
  return { ...site, lines, news };
}

describe("the history of settings", () => {
  it("has the old and the new value of each", async () => {
    const { set, news } = await given();
    await set({ does: "limits", openRequests: "3", requestsAWeek: "7" });
    await set({ does: "limits", openRequests: "", requestsAWeek: "7" });
    await set({ does: "support", supportEmail: "rotc@example.edu" });
    await set({ does: "support", supportEmail: "help@example.edu" });
    await set({ does: "add-topic", label: "Drones" });
    await set({ does: "rename-topic", id: "own-1", label: "Unmanned aircraft" });
    expect(await news()).toEqual([
      "Stan Doe renamed the help topic “Drones” to “Unmanned aircraft”",
      "Stan Doe added the help topic “Drones”",
      "Stan Doe changed the support address from rotc@example.edu to help@example.edu",
      "Stan Doe changed the support address from the default to rotc@example.edu",
      "Stan Doe changed “Open requests per member” from 3 to the default",
      "Stan Doe changed “Open requests per member” from the default to 3",
      "Stan Doe changed “New requests per member per week” from the default to 7",
    ]);
  });

  it("shows a setting that was turned on and off again, one line each", async () => {
    const { set, news } = await given();
    await set({ does: "admission", admission: "invited", admissionDomains: "" });
    await set({ does: "admission", admission: "open", admissionDomains: "evil.example" });
    await set({ does: "admission", admission: "invited", admissionDomains: "" });
    expect(await news()).toEqual([
      "Stan Doe changed who gets in from “Everyone” to “Invited people only”",
      "Stan Doe changed the domains that need no approval from evil.example to the default",
      "Stan Doe changed who gets in from “Invited people only” to “Everyone”",
      "Stan Doe changed the domains that need no approval from the default to evil.example",
      "Stan Doe changed who gets in from the default to “Invited people only”",
    ]);
  });

  it("quotes an announcement while it is shown", async () => {
    const { set, news } = await given();
    await set({ does: "announce", text: "Dining-in on Friday", until: "2026-12-24" });
    expect(await news()).toEqual([
      "Stan Doe posted the announcement “Dining-in on Friday”, shown until December 24, 2026",
    ]);
    await set({ does: "end-announcement" });
    expect(await news()).toEqual([
      "Stan Doe removed the announcement",
      "Stan Doe posted an announcement, shown until December 24, 2026. Its text is deleted",
    ]);
  });

  it("continues on further pages without losing a line", async () => {
    const { testApp, stan, lines, page } = await given();
    for (let number = 1; number <= 55; number++) {
      const command = {
        type: "ChangeSettings",
        limits: { openRequests: number, requestsAWeek: number },
      } as const;
      await testApp.product.settings.execute(stan.memberId, command, {
        ip: "192.0.2.1",
        requestId: `change ${number}`,
      });
    }
    const first = await lines();
    const older = /before=(\d+)/.exec(await page("/program/history"))?.[1];
    const rest = await lines(`/program/history?before=${older}`);
    expect(first.length + rest.length).toBe(111);
  });
});

describe("the history of people", () => {
  it("names the domain that admitted a member", async () => {
    const { testApp, set, lines, person } = await given();
    await set({ does: "admission", admission: "approved", admissionDomains: "example.com" });
    const uma = await testApp.member({ firstName: "Uma", role: "alumni" });
    expect((await uma.get("/api/profiles?role=alumni")).status).toBe(403);
    await testApp.sendMail();
    const letter = testApp.mails.findLast(({ text }) => text.includes("/verify-email"));
    const token = /token=([\w-]+)/.exec(letter?.text ?? "")?.[1] ?? "";
    expect((await uma.confirmAddress(token)).status).toBe(204);
    expect((await uma.get("/api/profiles?role=alumni")).status).toBe(200);
    expect((await lines())[0]).toBe(
      "Uma Doe was approved automatically: their address is at example.com",
    );
    const [event] = await testApp.database.read(
      "SELECT facts FROM events WHERE type = 'MemberAdmitted'",
    );
    expect(event?.facts).toBe('{"by":"domain"}');
    await set({ does: "admission", admission: "confirmed", admissionDomains: "" });
    await person("Vera", "alumni");
    expect((await lines()).join()).not.toContain("Vera");
    await uma.delete("/api/account");
    expect((await lines()).join()).not.toMatch(/Uma|automatically/);
  });

  it("has every change of access, role and asking, even if it was undone immediately", async () => {
    const { testApp, person, lines, post } = await given();
    const ada = await person("Ada", "alumni");
    const act = async (form: Readonly<Record<string, string>>) => {
      expect((await post(`/program/everybody/${ada.memberId}`, form)).status).toBe(303);
    };
    await act({ does: "grant-cadre" });
    await act({ does: "take-cadre", role: "alumni" });
    await testApp.members.execute(ada.memberId, { type: "SelectRole", role: "cadre" }, {
      ...cause,
      actorId: ada.memberId,
    });
    await act({ does: "take-cadre", role: "cadet" });
    for (const does of ["close-asking", "open-asking"]) await act({ does });
    expect(await lines()).toEqual([
      "Stan Doe allowed Ada Doe to ask for help again",
      "Stan Doe stopped Ada Doe from asking for help",
      "Stan Doe changed Ada Doe's role from Cadre to Cadet",
      "Stan Doe changed Ada Doe's role from Cadre to Alumni",
      "Stan Doe removed Ada Doe's staff access",
      "Stan Doe gave Ada Doe staff access",
      "Stan Doe changed Ada Doe's role from Alumni to Cadre",
      "Stan Doe got staff access with the cadre code",
    ]);
  });
});

it("says that the first staff account was made by the link", async () => {
  const { testApp, read } = await realSiteForTest();
  const { firstStaff } = testApp.product;
  const rosa = await testApp.member({ firstName: "Rosa", role: "alumni" });
  const token = await firstStaff.issue() ?? "";
  await firstStaff.take(token, rosa.memberId, { ip: "192.0.2.7", requestId: "first" });
  const { html } = await read("/program/history", rosa.session());
  expect(textOf(html)).toContain("Rosa Doe got staff access with the first staff link");
});
