import { describe, expect, it } from "vitest";
import { openSystem } from "../../../events/testing/system.ts";
import { refusalOf } from "../../testing/connected.ts";
import { hourMs, mailLimits } from "../../testing/outbox.ts";

describe("mail limits", () => {
  it("count confirmation emails, except those that weren't sent", async () => {
    const limits = mailLimits(await openSystem());
    const mail = (memberId: string, email = "j@example.com") =>
      limits.verificationMail({ memberId, email });
    for (let turn = 0; turn < 20; turn++) await (await mail("stranger"))();
    for (let turn = 0; turn < 5; turn++) await mail("jane", `J+${turn}@example.com`);
    expect(await refusalOf(mail("joe"))).toMatchObject({ status: 429 });
    expect(await refusalOf(mail("jane", "other@example.com"))).toMatchObject({ status: 429 });
    await mail("joe", "joe@example.com");
  });

  it("allow five reset links an hour to one mailbox and all its tags, across nodes", async () => {
    const system = await openSystem();
    const [one, other] = [mailLimits(system), mailLimits(system)];
    for (let turn = 0; turn < 5; turn++) {
      expect(await one.mayMailReset(`j+${turn}@example.com`)).toBe(true);
    }
    expect(await other.mayMailReset("J@Example.com")).toBe(false);
    system.clock.ms += hourMs + 60_000;
    expect(await other.mayMailReset("j@example.com")).toBe(true);
  });

  it("allow 20 mails an hour to one mailbox, the last five for links that someone waits for", async () => {
    const system = await openSystem();
    const limits = mailLimits(system);
    const isTaken = async (to: string, isUrgent = false, isWithheld = false) =>
      await limits.countMail({ to, isUrgent, isWithheld }) === undefined;
    const taken = [];
    for (let turn = 0; turn < 30; turn++) taken.push(await isTaken(`kim+${turn}@example.com`));
    expect(taken.filter(Boolean)).toHaveLength(15);
    for (let turn = 0; turn < 5; turn++) expect(await isTaken("KIM@example.com", true)).toBe(true);
    expect(await isTaken("kim@example.com", true)).toBe(false);
    expect(await isTaken("kim@example.com", false, true)).toBe(true);
    expect(await isTaken("kim@example.org")).toBe(true);
    await limits.giveBack({ to: "kim@example.com", isUrgent: true, isWithheld: false });
    expect(await isTaken("kim@example.com", true)).toBe(true);
    const stored = JSON.stringify(await system.database.read("SELECT * FROM counts"));
    expect(stored).not.toContain("kim");
  });
});
