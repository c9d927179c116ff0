import { z } from "zod";
import { reportReasons } from "../../events/connections/vocabulary.ts";
import { reportActions } from "../../events/program/events.ts";
import { id, role, time } from "./profile-answers.ts";

const person = { id, firstName: z.string(), lastName: z.string(), role };

export const programLists = z.strictObject({
  waiting: z.array(z.strictObject({
    ...person,
    email: z.string(),
    emailVerified: z.boolean(),
    needs: z.enum(["confirmation", "approval"]).describe("Of their address; by staff"),
    since: time,
  })),
  decided: z.array(z.strictObject({
    ...person,
    state: z.enum(["refused", "admitted"]),
    at: time,
    words: z.string().nullable().describe("What was written to who was refused"),
  })),
  cadre: z.array(z.strictObject({
    ...person,
    isConfirmed: z.boolean(),
    since: time.nullable().describe("When they got staff access"),
    isYou: z.boolean(),
    email: z.string().nullable().describe("Only of those whom no one has confirmed"),
    emailVerified: z.boolean(),
  })),
});

export const programSurge = z.strictObject({
  people: z.int().describe("Whose contacts were looked at"),
  accounts: z.array(z.strictObject({
    ...person,
    registeredAt: time,
    people: z.int().describe("Whose contacts they looked at"),
  })),
  byDeleted: z.int().describe("Whose contacts deleted accounts looked at"),
  from: z.int(),
  to: z.int(),
  at: time,
});

export const programReport = z.strictObject({
  id,
  reason: z.enum(reportReasons).nullable(),
  at: time,
  text: z.string().nullable().describe("Null once it is gone, and all names with it"),
  reporter: z.strictObject(person).nullable(),
  reported: z.strictObject({ ...person, isAskingClosed: z.boolean() }).nullable(),
  handled: z.strictObject({
    action: z.enum(reportActions),
    by: z.strictObject(person).nullable(),
    at: time,
  }).nullable(),
  canHandle: z.boolean(),
});
