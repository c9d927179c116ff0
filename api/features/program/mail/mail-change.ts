/**
 * Mails to staff about changed mail settings. The previous server sends them, since a new one can
 * read every mail.
 */
import { z } from "zod";
import type { MemberRecord } from "../../../../events/members/record.ts";
import type { MemberTable } from "../../../../events/read/members.ts";
import type { Letter } from "../../../mail/templates/letter.ts";
import { type Letterhead, siteName } from "../../../mail/templates/letterhead.ts";
import type { LookUpMail, ReadMail } from "../../../mail/templates/messages.ts";
import { nameIn } from "../mails.ts";

export const kind = "mail-settings";

const MailChange = z.object({
  by: z.string(),
  is: z.enum(["set", "removed", "replies-set", "replies-removed"]),
});
export type MailChange = z.infer<typeof MailChange>;

/** `undefined` for other kinds of mail. */
export async function lookUpMailChange(
  table: Pick<MemberTable, "byIds">,
  mail: Parameters<LookUpMail>[0],
): Promise<ReadMail | "dropped" | undefined> {
  if (mail.kind !== kind) return undefined;
  const read = MailChange.safeParse(mail.content);
  const reader = (await table.byIds([mail.memberId])).get(mail.memberId);
  if (!read.success || reader === undefined) return "dropped";
  const actor = await actorOf(table, read.data.by);
  return { to: reader.email, letter: (head) => changeLetter(reader, read.data, actor, head) };
}

export async function actorOf(table: Pick<MemberTable, "byIds">, by: string): Promise<string> {
  return nameIn(await table.byIds([by]), by);
}

const readsEverything =
  "Anyone who runs the mail server can read every email, including links that reset a password.";
const readsAnswers =
  "Anyone who can read that mailbox, or runs that mail service, can read every answer.";

const changeWords: Readonly<
  Record<MailChange["is"], {
    readonly subject: readonly [what: string, done: string];
    readonly opening: (site: string) => string;
    readonly risk: string;
  }>
> = {
  set: {
    subject: ["Mail settings", "changed"],
    opening: (site) => `changed which mail server sends the emails of ${site}.`,
    risk: readsEverything,
  },
  removed: {
    subject: ["Mail settings", "removed"],
    opening: (site) =>
      `removed the mail settings of ${site}. Emails wait until someone sets up mail again.`,
    risk: readsEverything,
  },
  "replies-set": {
    subject: ["Settings for answers by email", "changed"],
    opening: (site) => `changed how answers to the emails of ${site} arrive.`,
    risk: readsAnswers,
  },
  "replies-removed": {
    subject: ["Settings for answers by email", "removed"],
    opening: (site) =>
      `turned off answers by email for ${site}. People answer on the site, by the links in our emails.`,
    risk: readsAnswers,
  },
};

export function changeLetter(
  { firstName }: Pick<MemberRecord, "firstName">,
  { is }: MailChange,
  actor: string,
  head: Letterhead,
): Letter {
  const site = siteName(head);
  const { subject, opening, risk } = changeWords[is];
  return {
    firstName,
    subject: `${subject[0]} of ${site} were ${subject[1]}`,
    opening: `${actor} ${opening(site)}`,
    action: {
      label: "See the mail settings",
      link: new URL("/program/mail", head.appOrigin).href,
    },
    closing: [
      "If this is right, you don't need to do anything.",
      `${risk} If you ` +
      "don't expect this change, undo it there and ask the person who made it. If they don't know of it, " +
      "someone else may be using their account: remove their staff access, and write to " +
      `${head.supportEmail}.`,
    ],
    because: "you are on the program's staff",
  };
}
