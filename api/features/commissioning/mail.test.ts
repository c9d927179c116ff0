import { describe, expect, it } from "vitest";
import type { MemberRecord } from "../../../events/members/record.ts";
import { nothingSet } from "../../../events/program/settings.ts";
import { memberWith } from "../../../events/testing/members.ts";
import { createConversationLinks } from "../connections/links.ts";
import { createCommissioningLinks } from "./links.ts";
import { createCommissioningMail } from "./mail.ts";

const now = () => new Date("2026-11-20T12:00:00Z");
const date = { classYear: "2026", date: "2026-12-01" };
const cadet = memberWith({ role: "cadet", emailVerified: true, profile: { classYear: "2026" } });
const head = {
  programName: "TCU",
  supportEmail: "support@example.edu",
  appOrigin: "https://alumni.example.edu",
};

/** What the mail service does with a queued reminder when it is due for this member. */
function lookUp(
  member: MemberRecord | undefined,
  { dates = [date], hasBounced = false } = {},
) {
  const links = createConversationLinks({ secret: new Uint8Array(32), now });
  const { lookUp } = createCommissioningMail({
    table: { byId: async () => member },
    links: createCommissioningLinks(links),
    settings: { current: () => ({ ...nothingSet, commissioningDates: dates }) },
    refusedAddresses: { hasBounced: async () => hasBounced },
    now,
  });
  const about = { messageId: "1", memberId: cadet.memberId, content: {}, createdAtMs: 0 };
  return lookUp({ kind: "commissioning-reminder", ...about });
}

const answered = (is: "commissioned" | "put off") => ({
  ...cadet,
  ...is === "commissioned" && { role: "alumni" as const },
  commissioning: {
    answer: {
      ...{ is: "put off" as const, at: now().toISOString(), classYear: "2026", isForGood: false },
    },
    remindedAt: null,
  },
});

describe("a queued reminder", () => {
  it("is written to a cadet who hasn't answered, with the date and a link", async () => {
    const found = await lookUp(cadet);
    if (found === undefined || found === "dropped" || !("letter" in found)) {
      throw new Error("It wasn't written");
    }
    expect(found.to).toBe(cadet.email);
    const letter = found.letter(head);
    expect(letter.opening).toMatch(/^Your class commissions on December 1, 2026\./);
    expect(letter.action?.link)
      .toMatch(/^https:\/\/alumni\.example\.edu\/c\/[\w-]{150,}\/commissioning$/);
  });

  it.each<[string, ReturnType<typeof lookUp>]>([
    ["confirmed", lookUp(answered("commissioned"))],
    ["isn't commissioning", lookUp(answered("put off"))],
    ["left", lookUp(undefined)],
    [
      "is suspended",
      lookUp({ ...cadet, admission: { state: "suspended", at: "", before: null } }),
    ],
    ["became alumni", lookUp({ ...cadet, role: "alumni" })],
    ["has an address that takes no mail", lookUp(cadet, { hasBounced: true })],
    ["has no date anymore", lookUp(cadet, { dates: [] })],
    ["is asked later", lookUp(cadet, { dates: [{ ...date, date: "2026-12-31" }] })],
  ])("is dropped once its reader %s", async (_, found) => {
    expect(await found).toBe("dropped");
  });
});
