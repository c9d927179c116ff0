import { type Context, Hono } from "hono";
import { type ContactField, contactOrder } from "../../events/members/contact-fields.ts";
import { ContactAudiencesChange, type ContactValue } from "../contract/contacts.ts";
import { type MemberEnv, requireIn, requireMember, requireRole } from "../middleware/session.ts";
import { invalid, valid } from "../middleware/valid.ts";
import { Problem } from "../problems.ts";
import { profileIdOf } from "./profile.ts";
import { changesAnHour, describe } from "../openapi/describe.ts";
import type { Contacts } from "../contacts/contacts.ts";

/** Also mounted at `/api/profile`: one contact of a member. */
export function contactRoutes(contacts: Pick<Contacts, "reveal">) {
  return new Hono<MemberEnv>()
    .post(
      "/:userId/contacts/:contact",
      describe("Contacts", "Show one contact of a member", {
        details:
          "The member learns who was shown it, and on which day. Whether it is for others or not there at all, the answer is the same.",
        answer: [200, "ContactValue"],
        problems: [403, 404],
        limit:
          "the contacts of 60 people a day by one member; of 10 by a member the program does not know yet, and of 59 an hour and 300 a day by all of these at one network address. Their own do not count",
        parameters: [{
          name: "contact",
          in: "path",
          says: "Which one",
          schema: { type: "string", enum: [...contactOrder] },
        }],
      }),
      requireMember,
      requireRole,
      requireIn,
      async (c) => {
        const { member, origin } = c.var;
        const userId = profileIdOf(c.req.param("userId"));
        const contact = c.req.param("contact");
        if (!isContact(contact)) throw new Problem(404, "Contact not found");
        const value = await contacts.reveal(member, userId, contact, origin);
        return c.json<ContactValue>({ value });
      },
    );
}

/** Mounted at `/api/contact-audiences`: who sees which of one's own contacts. */
export function audienceRoutes(contacts: Pick<Contacts, "audiences" | "changeAudiences">) {
  return new Hono<MemberEnv>()
    .use(requireMember)
    .get(
      "/",
      describe("Contacts", "Who sees which of one's own contacts", {
        answer: [200, "ContactAudiences"],
      }),
      async (c) => c.json(await contacts.audiences(c.var.member.memberId)),
    )
    .patch(
      "/",
      describe("Contacts", "Change who sees which of one's own contacts", {
        details: "Those that are not there stay as they are.",
        answer: [200, "ContactAudiences"],
        limit: changesAnHour,
      }),
      valid(ContactAudiencesChange),
      async (c) => {
        const { member: { memberId }, origin } = c.var;
        return c.json(await contacts.changeAudiences(memberId, c.req.valid("json"), origin));
      },
    );
}

/** Mounted at `/api/contact-reveals`: who saw which of one's own contacts. */
export function revealRoutes(contacts: Pick<Contacts, "reveals">) {
  return new Hono<MemberEnv>()
    .use(requireMember)
    .get(
      "/",
      describe("Contacts", "Who saw which of one's own contacts", {
        details: "Of the last 12 months, by day, the latest first. Who has left since is null.",
        answer: [200, "ContactReveals"],
        problems: [400],
        parameters: [{
          name: "page",
          in: "query",
          says: "From 1, of 50 each",
          schema: { type: "integer", minimum: 1, maximum: 999_999, default: 1 },
        }],
      }),
      async (c) => c.json(await contacts.reveals(c.var.member.memberId, pageIn(c))),
    );
}

function isContact(name: string): name is ContactField {
  return contactOrder.some((contact) => contact === name);
}

function pageIn(c: Context): number {
  const page = c.req.query("page") || "1";
  if (!/^[1-9]\d{0,5}$/.test(page)) throw invalid({ page: "Page must be a whole number from 1" });
  return Number(page);
}
