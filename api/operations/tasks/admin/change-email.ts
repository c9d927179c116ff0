import { changeEmail as change } from "../../../accounts/change-email.ts";
import { issueLink } from "../../../accounts/verify-email.ts";
import { createTokens } from "../../../auth/tokens.ts";
import { AccountDetails } from "../../../contract/account.ts";
import { defineCommand } from "../command.ts";
import { openData } from "../opened.ts";
import { print } from "../print.ts";
import { TaskError } from "../task.ts";
import { operatorCause } from "./decide.ts";
import { findAccount } from "./find-member.ts";

export const changeEmail = defineCommand({
  summary: "give someone another email address",
  help: `Give someone's account another email address, for example when they lost the old mailbox.

  npm run admin -- change-email rivera rivera@example.edu
  npm run admin -- change-email rivera@example.org rivera@example.edu

Make sure that the account is theirs: with the new mailbox, they can set a new password. We mail a
link to the new address, which is unconfirmed until they follow it, and a notice to the old one.
Password links and conversation links in earlier emails stop working. Their sessions go on. Use
"end-sessions" if someone else was signed in. The service can keep running.`,
  options: { json: { type: "boolean" } },
  names: ["member: a username, an email address or a member id", "new email address"],
  async run({ json }, named = "", given = "") {
    const read = AccountDetails.shape.email.safeParse(given);
    if (!read.success || read.data === undefined) {
      throw new TaskError(`"${given}" isn't an email address`);
    }
    const email = read.data;
    const data = await openData();
    const { memberId, email: before } = await findAccount(data, named);
    if (email === before) throw new TaskError("They have this address already");
    const tokens = createTokens(data.databases.vault, () => new Date());
    await change(memberId, {
      link: await issueLink(tokens, memberId, email),
      tokens,
      by: "operator",
      record: (mail) =>
        data.members.execute(
          memberId,
          { type: "ChangeAccountDetails", email },
          operatorCause(),
          mail,
        ),
    });
    data.close();
    print(
      json,
      { memberId, isConfirmed: false },
      `Member ${memberId} has the new address now. They confirm it with the link that we mail to it.`,
    );
  },
});
