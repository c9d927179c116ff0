import { type Context, Hono } from "hono";
import { contactOrder } from "../../events/members/contact-fields.ts";
import { ContactAudiencesChange } from "../contract/contact-audiences.ts";
import { type MemberEnv, requireIn, requireMember, requireRole } from "../middleware/session.ts";
import { invalid, valid } from "../middleware/valid.ts";
import { Problem } from "../problems.ts";
import type { Product } from "../product.ts";
import { idIn } from "./id-in.ts";

/** Mounted at `/api`: a member's contact. */
export function contactRoutes(contacts: Product["contacts"]) {
  return new Hono<MemberEnv>()
    .post(
      "/profile/:userId/contacts/:contact",
      requireMember,
      requireRole,
      requireIn,
      async (c) => {
        const ownerId = idIn(c, "userId", "Profile not found");
        const contact = contactOrder.find((name) => name === c.req.param("contact"));
        if (contact === undefined) throw new Problem(404, "Contact not found");
        const { member, origin } = c.var;
        return c.json({ value: await contacts.reveal(member, ownerId, contact, origin) });
      },
    )
    .get(
      "/contact-audiences",
      requireMember,
      async (c) => c.json(await contacts.audiences(c.var.member.memberId)),
    )
    .patch("/contact-audiences", requireMember, valid(ContactAudiencesChange), async (c) => {
      const { member, origin } = c.var;
      return c.json(await contacts.changeAudiences(member.memberId, c.req.valid("json"), origin));
    })
    .get(
      "/contact-reveals",
      requireMember,
      async (c) => c.json(await contacts.reveals(c.var.member.memberId, pageIn(c))),
    );
}

function pageIn(c: Context): number {
  const page = c.req.query("page") || "1";
  if (!/^[1-9]\d{0,5}$/.test(page)) throw invalid({ page: "Page must be a whole number from 1" });
  return Number(page);
}
