import type { Origin } from "../../api/auth/origin.ts";
import type { MemberRecord } from "../../events/members/record.ts";
import { aMember, aProfile } from "./members.ts";
import { createTestSite } from "./site.ts";

export const cadetId = "0b8f6f6e-3f0e-4d3a-9a59-0d6f7e1c2a11";
export const mentorId = "0b8f6f6e-3f0e-4d3a-9a59-0d6f7e1c2a12";
const origin: Origin = { ip: "127.0.0.1", requestId: "test-request" };

/** Settings of a mentor whom the product paused, since two requests weren't answered. */
export const pausedMentoring = {
  takesRequests: true,
  capacity: 3,
  pausedUntil: "resumed",
  wantsReminders: true,
  saidAt: "2026-11-01T00:00:00.000Z",
} as const;

interface Changes {
  readonly cadet?: Partial<MemberRecord>;
  readonly mentor?: Partial<MemberRecord>;
}

/** A site with a cadet whose address is confirmed, and a mentor who takes requests. */
export function siteWithTwo({ cadet = {}, mentor = {} }: Changes = {}) {
  const site = createTestSite({
    members: [
      aMember({
        memberId: cadetId,
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
    ],
  });
  const { connections } = site.product;
  const done = { way: "site" } as const;
  return {
    ...site,
    connections,
    /** The cadet asks; answers with the connection's id. */
    async ask(note = "How do I choose a branch?", topics: string[] = ["Branch Selection"]) {
      return (await connections.ask(cadetId, { memberId: mentorId, topics, note }, origin)).id;
    },
    accept: (id: string) => connections.act(mentorId, id, { type: "Accept", ...done }, origin),
    end: (id: string) => connections.act(cadetId, id, { type: "End" }, origin),
    thank: (id: string, words: string | null) =>
      connections.act(cadetId, id, { type: "GiveFeedback", helped: "yes", words }, origin),
    write: (by: string, id: string, text: string) =>
      connections.act(by, id, { type: "Write", text, ...done }, origin),
    block: () => connections.block(mentorId, cadetId, origin),
    /** Hidden fields that all forms of a page have. */
    async fields(path: string, memberId?: string) {
      const html = await site.page(path, memberId);
      return Object.fromEntries(
        [...html.matchAll(/type="hidden" name="(formToken)" value="([^"]*)"/g)]
          .map(([, name = "", value = ""]) => [name, value]),
      );
    },
  };
}
