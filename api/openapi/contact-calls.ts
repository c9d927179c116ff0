import { contactOrder } from "../../events/members/contact-fields.ts";
import { ContactAudiencesChange } from "../contract/contacts.ts";
import { bodyOf } from "./account-calls.ts";
import type { Call } from "./call.ts";

/** Ways to reach members: one at a time, and what members decide and learn about their own. */
export const contactCalls: readonly Call[] = [
  {
    method: "post",
    path: "/api/profile/{userId}/contacts/{contact}",
    summary: "Show one contact of a member",
    details:
      "The member learns who was shown it, and on which day. Whether it is for others or not there at " +
      "all, the answer is the same.",
    who: "member with a role",
    parameters: [
      {
        name: "userId",
        in: "path",
        says: "Id of the member",
        schema: { type: "string", format: "uuid" },
      },
      {
        name: "contact",
        in: "path",
        says: "Which one",
        schema: { type: "string", enum: [...contactOrder] },
      },
    ],
    success: { status: 200, says: "What it is", schema: "ContactValue" },
    problems: {
      403: "It is not shown to the caller, who has confirmed no address, or the profile is hidden",
      404: "There is no profile, or no such contact",
    },
    limit:
      "the contacts of 60 people a day by one member; of 10 by a member the program does not know yet, and of " +
      "59 an hour and 300 a day by all of these at one network address. Their own do not count",
  },
  {
    method: "get",
    path: "/api/contact-audiences",
    summary: "Who sees which of one's own contacts",
    who: "member",
    success: { status: 200, says: "All of them", schema: "ContactAudiences" },
  },
  {
    method: "patch",
    path: "/api/contact-audiences",
    summary: "Change who sees which of one's own contacts",
    details: "Those that are not there stay as they are.",
    who: "member",
    body: bodyOf(ContactAudiencesChange),
    success: { status: 200, says: "All of them as they are now", schema: "ContactAudiences" },
    limit: "60 changes an hour by one member",
  },
  {
    method: "get",
    path: "/api/contact-reveals",
    summary: "Who saw which of one's own contacts",
    details: "Of the last 12 months, by day, the latest first. Who has left since is null.",
    who: "member",
    parameters: [{
      name: "page",
      in: "query",
      says: "From 1, of 50 each",
      schema: { type: "integer", minimum: 1, maximum: 999_999, default: 1 },
    }],
    success: { status: 200, says: "One page of them", schema: "ContactReveals" },
    problems: { 400: "The page is none" },
  },
];
