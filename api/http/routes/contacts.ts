import { Hono } from "hono";
import { contactOrder } from "../../../events/members/contact-fields.ts";
import { type MemberEnv, requireIn, requireMember, requireRole } from "../middleware/session.ts";
import { Problem } from "../../contract/problem.ts";
import type { Product } from "../../product.ts";
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
    );
}
