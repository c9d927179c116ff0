/** Decisions about one person, recorded as the operator's, with the same mails as staff's. */
import type { Cause } from "../../../events/log/event-log.ts";
import type { ProgramCommand } from "../../../events/members/commands.ts";
import type { MailAbout } from "../../../events/members/handle.ts";
import { causeOf } from "../../accounts/cause.ts";
import { programMail } from "../../program/mails.ts";
import { type AboutMember, aboutMember, type Command } from "./command.ts";
import { newId, type Opened } from "./open-data.ts";
import type { Options } from "./options.ts";

export const by = "operator";

export const canKeepRunning = "The service can keep running. It applies this within a second.";

export function operatorCause(): Cause {
  return causeOf(by, { requestId: newId() });
}

export async function decideAsOperator(
  { members, readModel }: Opened,
  memberId: string,
  command: ProgramCommand,
): Promise<void> {
  const staffIds = (await readModel.people.staff()).map((each) => each.memberId);
  const mail: MailAbout = (change) => programMail(change, { by, staffIds });
  await members.execute(memberId, command, operatorCause(), mail);
}

type Run<O extends Options, Result> = (
  ...given: Parameters<AboutMember<O>["run"]>
) => Result | Promise<Result>;

export function decision<const O extends Options>(
  { command, done, after, json, ...described }: Omit<AboutMember<O>, "run"> & {
    readonly command: Run<O, ProgramCommand>;
    /** Completes the sentence "Member … ", such as "is approved now". */
    readonly done: string | ((command: ProgramCommand) => string);
    /** Follows the decision. */
    after?(data: Opened, memberId: string): Promise<void>;
    /** Instead of the sentence in JSON. */
    readonly json?: object;
  },
): Command {
  return aboutMember<O>({
    ...described,
    async run(data, person, ...given) {
      const { memberId } = person;
      const decided = await command(data, person, ...given);
      await decideAsOperator(data, memberId, decided);
      await after?.(data, memberId);
      const is = typeof done === "string" ? done : done(decided);
      return { json: { memberId, ...json ?? { is } }, words: `Member ${memberId} ${is}.` };
    },
  });
}
