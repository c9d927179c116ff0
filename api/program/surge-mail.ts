import { z } from "zod";
import type { MailQueue } from "../../events/members/mail-queue.ts";
import { isStaff } from "../../events/program/admission.ts";
import type { MemberTable } from "../../events/read/members.ts";
import { type ProgramPeople, staffOf } from "../../events/read/program-people.ts";
import type { SharedCounts } from "../auth/shared-counts.ts";
import { siteName } from "../mail/letter.ts";
import type { LookUpMail, ReadMail } from "../mail/messages.ts";
import type { Surges } from "./surges.ts";
import { surgeText } from "./surge-words.ts";

const dayMs = 24 * 60 * 60 * 1000;
const kind = "contact-surge";

/** It names nobody: staff read who it was on the page. */
const Numbers = z.object({
  people: z.number(),
  accounts: z.number(),
  byDeleted: z.number().default(0),
});

export interface SurgeMailDependencies {
  readonly surges: Pick<Surges, "now">;
  readonly people: Pick<ProgramPeople, "cadre">;
  readonly counts: Pick<SharedCounts, "take">;
  readonly mailQueue: Pick<MailQueue, "add">;
  readonly wakeSender: () => void;
}

/** Mails staff of a surge that goes on, at most once a day for all nodes. */
export async function mailSurge(
  { surges, people, counts, mailQueue, wakeSender }: SurgeMailDependencies,
): Promise<void> {
  const surge = await surges.now();
  if (surge === undefined) return;
  if (await counts.take("surge mail", [{ perMs: dayMs, atMost: 1 }]) !== undefined) return;
  const { people: looked, accounts, byDeleted } = surge;
  const content = { people: looked, accounts: accounts.length, byDeleted };
  for (const { memberId } of await staffOf(people)) {
    await mailQueue.add(memberId, { kind, content });
  }
  wakeSender();
}

/** What such a mail says when it is sent; `undefined` for every other mail. */
export async function lookUpSurgeMail(
  table: Pick<MemberTable, "byIds">,
  mail: Parameters<LookUpMail>[0],
): Promise<ReadMail | "dropped" | undefined> {
  if (mail.kind !== kind) return undefined;
  const read = Numbers.safeParse(mail.content);
  const reader = (await table.byIds([mail.memberId])).get(mail.memberId);
  if (!read.success || reader === undefined || !isStaff(reader)) return "dropped";
  return {
    to: reader.email,
    letter: (head) => ({
      firstName: reader.firstName,
      because: "you are on the program's staff",
      subject: `Many contacts were looked at on ${siteName(head)}`,
      opening: `${surgeText(read.data)}. Someone may be collecting addresses.`,
      action: { label: "See the accounts", link: new URL("/program#surge", head.appOrigin).href },
      closing: [
        "If you don't know these people, you can refuse all of these accounts there.",
        "You get one such mail a day at most.",
      ],
    }),
  };
}
