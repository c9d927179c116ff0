import { type Context, Hono } from "hono";
import { type ContactField, contactOrder } from "../../events/members/contact-fields.ts";
import { ContactAudiencesChange, type ContactValue } from "../contract/contacts.ts";
import { type MemberEnv, requireIn, requireMember, requireRole } from "../middleware/session.ts";
import { invalid, valid } from "../middleware/valid.ts";
import { Problem } from "../problems.ts";
import type { Contacts } from "../product.ts";
import { profileIdOf } from "./profile.ts";

/** Mounted at `/api/profile`, too: one contact of somebody. */
export function contactRoutes(contacts: Pick<Contacts, "reveal">) {
  return new Hono<MemberEnv>()
    .post("/:userId/contacts/:contact", requireMember, requireRole, requireIn, async (c) => {
      const { member, origin } = c.var;
      const userId = profileIdOf(c.req.param("userId"));
      const contact = c.req.param("contact");
      if (!isContact(contact)) throw new Problem(404, "Contact not found");
      const value = await contacts.reveal(member, userId, contact, origin);
      return c.json<ContactValue>({ value });
    });
}

/** Mounted at `/api/contact-audiences`: who sees which of one's own contacts. */
export function audienceRoutes(contacts: Pick<Contacts, "audiences" | "changeAudiences">) {
  return new Hono<MemberEnv>()
    .use(requireMember)
    .get("/", async (c) => c.json(await contacts.audiences(c.var.member.memberId)))
    .patch("/", valid(ContactAudiencesChange), async (c) => {
      const { member: { memberId }, origin } = c.var;
      return c.json(await contacts.changeAudiences(memberId, c.req.valid("json"), origin));
    });
}

/** Mounted at `/api/contact-reveals`: who saw which of one's own contacts. */
export function revealRoutes(contacts: Pick<Contacts, "reveals">) {
  return new Hono<MemberEnv>()
    .use(requireMember)
    .get("/", async (c) => c.json(await contacts.reveals(c.var.member.memberId, pageIn(c))));
}

function isContact(name: string): name is ContactField {
  return contactOrder.some((contact) => contact === name);
}

function pageIn(c: Context): number {
  const page = c.req.query("page") || "1";
  if (!/^[1-9]\d{0,5}$/.test(page)) throw invalid({ page: "Page must be a whole number from 1" });
  return Number(page);
}
