import type { Context } from "hono";
import { contactOrder } from "../../events/members/contact-fields.ts";
import { ContactAudiencesChange } from "../contract/contact-audiences.ts";
import { requireIn, requireMember, requireRole } from "../middleware/session.ts";
import { invalid } from "../middleware/valid.ts";
import { changesAnHour } from "../openapi/describe.ts";
import { Problem } from "../problems.ts";
import type { Product } from "../product.ts";
import { Calls } from "./calls.ts";

/** Mounted at `/api`: a member's contact, and who sees and saw one's own contacts. */
export function contactRoutes(contacts: Product["contacts"]) {
  const guards = [requireMember];
  return new Calls("Contacts").call("POST /profile/:userId/contacts/:contact", {
    summary: "Show one contact of a member",
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
    guards: [requireMember, requireRole, requireIn],
    async run({ c, member, id, origin }) {
      const ownerId = id("userId", "Profile not found");
      const contact = contactOrder.find((name) => name === c.req.param("contact"));
      if (contact === undefined) throw new Problem(404, "Contact not found");
      return { value: await contacts.reveal(member, ownerId, contact, origin) };
    },
  })
    .call("GET /contact-audiences", {
      guards,
      summary: "Who sees which of one's own contacts",
      answer: [200, "ContactAudiences"],
      run: ({ memberId }) => contacts.audiences(memberId),
    })
    .call("PATCH /contact-audiences", {
      guards,
      summary: "Change who sees which of one's own contacts",
      details: "Those that are not there stay as they are.",
      answer: [200, "ContactAudiences"],
      limit: changesAnHour,
      body: ContactAudiencesChange,
      run: ({ memberId, body, origin }) => contacts.changeAudiences(memberId, body, origin),
    })
    .call("GET /contact-reveals", {
      guards,
      summary: "Who saw which of one's own contacts",
      details: "Of the last 12 months, by day, the latest first. Who has left since is null.",
      answer: [200, "ContactReveals"],
      problems: [400],
      parameters: [{
        name: "page",
        in: "query",
        says: "From 1, of 50 each",
        schema: { type: "integer", minimum: 1, maximum: 999_999, default: 1 },
      }],
      run: ({ c, memberId }) => contacts.reveals(memberId, pageIn(c)),
    });
}

function pageIn(c: Context): number {
  const page = c.req.query("page") || "1";
  if (!/^[1-9]\d{0,5}$/.test(page)) throw invalid({ page: "Page must be a whole number from 1" });
  return Number(page);
}
