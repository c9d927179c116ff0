import { randomUUID } from "node:crypto";
import type { MemberTable } from "../../../../events/read/members.ts";
import type { ProgramPeople } from "../../../../events/read/program-people.ts";
import { write } from "../../../mail/templates/letter.ts";
import type { Mail } from "../../../mail/mail.ts";
import type { Outgoing } from "../../../mail/outgoing.ts";
import type { Background } from "../../../node/background.ts";
import { actorOf, changeLetter, kind, type MailChange } from "./mail-change.ts";

interface TellStaffParts {
  readonly tables: {
    readonly members: Pick<MemberTable, "byIds">;
    readonly people: Pick<ProgramPeople, "staff">;
  };
  readonly outgoing: Pick<Outgoing, "letterhead" | "queue" | "wake">;
  readonly background: Pick<Background, "start">;
  readonly now: () => Date;
}

/** Mails all other staff about a change, by the previous mail server. */
export function createTellStaff({ tables, outgoing, background, now }: TellStaffParts) {
  const { members, people } = tables;
  const { letterhead, queue } = outgoing;

  async function tell(change: MailChange, before: Pick<Mail, "send" | "isFolder">): Promise<void> {
    const actor = await actorOf(members, change.by);
    let isWorking = !before.isFolder;
    for (const reader of await people.staff()) {
      const { memberId, email: to } = reader;
      if (memberId === change.by) continue;
      const letters = [changeLetter(reader, change, actor, letterhead)];
      const letter = await write(letters, letterhead, to);
      const message = { id: randomUUID(), memberId, writtenAt: now(), to, ...letter };
      // After one failure, the other mails wait for the new settings.
      isWorking &&= await before.send(message).then(() => true, () => false);
      if (!isWorking) await queue.add(memberId, { kind, content: change });
    }
  }

  return (change: MailChange, before: Pick<Mail, "send" | "isFolder">): void => {
    background.start("telling staff about mail settings", () => tell(change, before));
    outgoing.wake();
  };
}
