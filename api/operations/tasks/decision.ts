/**
 * Decisions about one person by a command: recorded as the operator's, with the same mails as one by staff.
 *
 * @module
 */
import type { Cause } from "../../../events/log/event-log.ts";
import type { ProgramCommand } from "../../../events/members/commands.ts";
import type { MailAbout } from "../../../events/members/handle.ts";
import type { MemberRecord } from "../../../events/members/record.ts";
import { causeOf } from "../../accounts/cause.ts";
import { programMail } from "../../program/mails.ts";
import { aboutMember, type Answer, type Command } from "./command.ts";
import type { Opened } from "./opened.ts";

/** Who decided, in events. */
export const by = "operator";

export const running = "The service can keep running. It applies this within a second.";

/** The cause that an operator's command records in events. */
export function operatorCause(): Cause {
  return causeOf(by, { requestId: crypto.randomUUID() });
}

/** Records an operator's decision about a member, and queues the same mails as a decision by staff. */
export async function decideAsOperator(
  { members, readModel }: Opened,
  memberId: string,
  command: ProgramCommand,
): Promise<void> {
  const cause = operatorCause();
  const staffIds = (await readModel.people.staff()).map((each) => each.memberId);
  const news = { by, staffIds };
  const mail: MailAbout = (change) => programMail(change, news);
  await members.execute(memberId, command, cause, mail);
}

/** A command that decides about a person, without more options. */
export function decision(
  { summary, help, command, done }: Pick<Command, "summary" | "help"> & {
    readonly command: (person: MemberRecord) => ProgramCommand;
    /** Completes the sentence "Member … ", such as "is approved now". */
    readonly done: string;
  },
): Command {
  return aboutMember({
    summary,
    help,
    run: (data, person) => decide(data, person, command(person), done),
  });
}

/** @param done Completes the sentence "Member … ". */
export async function decide(
  data: Opened,
  { memberId }: MemberRecord,
  command: ProgramCommand,
  done: string,
): Promise<Answer> {
  await decideAsOperator(data, memberId, command);
  return { json: { memberId, is: done }, words: `Member ${memberId} ${done}.` };
}
