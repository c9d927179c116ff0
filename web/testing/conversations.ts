import type { MemberRecord } from "../../events/members/record.ts";
import { changeRecords } from "../../events/testing/rows.ts";
import { createLinkGenerations } from "../../api/features/connections/link-generations.ts";
import { createConversationLinks } from "../../api/features/connections/links.ts";
import { aMember, aProfile } from "./members.ts";
import type { RealSiteOptions } from "./real-site.ts";
import { createTestSite, now, origin } from "./site.ts";

export const cadetId = "0b8f6f6e-3f0e-4d3a-9a59-0d6f7e1c2a11";
export const mentorId = "0b8f6f6e-3f0e-4d3a-9a59-0d6f7e1c2a12";

interface Changes {
  readonly cadet?: Partial<MemberRecord>;
  readonly mentor?: Partial<MemberRecord>;
}

/** A site with a cadet whose address is confirmed, and a mentor who takes requests. */
export async function siteWithTwo(
  { cadet = {}, mentor = {} }: Changes = {},
  others: readonly MemberRecord[] = [],
  options: RealSiteOptions = {},
) {
  const site = await createTestSite({
    ...options,
    members: [
      aMember({
        memberId: cadetId,
        username: "casey",
        emailVerified: true,
        firstName: "Casey",
        lastName: "Nguyen",
        ...cadet,
      }),
      aMember({
        memberId: mentorId,
        username: "dana",
        email: "dana@example.com",
        emailVerified: true,
        firstName: "Dana",
        lastName: "Whitfield",
        role: "alumni",
        profile: aProfile(),
        ...mentor,
      }),
      ...others,
    ],
  });
  const {
    product: { connections, conversations },
    testApp: { database, secrets, keys },
  } = site;
  const generations = createLinkGenerations(database, now);
  const links = createConversationLinks({ secret: secrets.claimKey, now, generations });
  const done = { way: "site" } as const;
  return {
    ...site,
    connections,
    conversations,
    /** Has the cadet ask. Returns the connection's id. */
    async ask(note = "How do I choose a branch?", topics: string[] = ["Branch Selection"]) {
      return (await connections.ask(cadetId, { memberId: mentorId, topics, note }, origin)).id;
    },
    accept: (id: string) => connections.act(mentorId, id, { type: "Accept", ...done }, origin),
    end: (id: string) => connections.act(cadetId, id, { type: "End" }, origin),
    thank: (id: string, words: string | null) =>
      connections.act(cadetId, id, { type: "GiveFeedback", helped: "yes", words }, origin),
    write: (by: string, id: string, text: string) =>
      connections.act(by, id, { type: "Write", text, ...done }, origin),
    /** Has the product pause new requests, since two weren't answered. */
    async pause() {
      const facts = {
        takesRequests: true,
        capacity: 3,
        pausedUntil: "resumed",
        wantsReminders: true,
      };
      const mentoring = { ...facts, saidAt: "2026-11-01T00:00:00.000Z" };
      await changeRecords(
        { database, keys },
        (record) => record.memberId === mentorId ? { ...record, mentoring } : record,
      );
    },
    block: () => connections.block(mentorId, cadetId, origin),
    /** Address of the link in a mail to a member. */
    async link(memberId: string, id: string, mailedAtMs = now().getTime()) {
      const owner = await site.stored(memberId);
      if (owner === undefined) throw new Error("They have left");
      return `/c/${await links.issue(owner, id, mailedAtMs)}`;
    },
    /** Hidden fields of all forms on a page. */
    async fields(path: string, memberId?: string) {
      const html = await site.page(path, memberId);
      return Object.fromEntries(
        [...html.matchAll(/type="hidden" name="(formToken)" value="([^"]*)"/g)]
          .map(([, name = "", value = ""]) => [name, value]),
      );
    },
  };
}
