import { newToken } from "../../../auth/secret-token.ts";
import { createTokens } from "../../../auth/tokens.ts";
import { draft } from "../../../mail/messages.ts";
import { resetPasswordLink } from "../../../mail/reset-password.ts";
import { defineCommand } from "../command.ts";
import { openData } from "../opened.ts";
import { print } from "../print.ts";
import { originOf } from "../send-letter.ts";
import { confirm } from "../task.ts";
import { operatorCause } from "./decide.ts";
import { findAccount } from "./find-member.ts";

export const setPasswordLink = defineCommand({
  summary: "print a link that sets someone's password",
  help: `Print a link that sets a new password, for someone who can't read their mailbox anymore.

  npm run admin -- set-password-link rivera
  npm run admin -- set-password-link rivera --yes

Anyone who has the link can sign in as this person, so make sure who you give it to. It works once,
for one hour, and ends earlier password links. They get an email that you made it. The command asks
first, or takes --yes. "change-email" gives them another address afterward.
The service can keep running.`,
  options: { yes: { type: "boolean" }, json: { type: "boolean" } },
  names: ["member: a username, an email address or a member id"],
  async run({ yes, json }, named = "") {
    const data = await openData();
    const { memberId, email, firstName, lastName } = await findAccount(data, named);
    const who = `${firstName} ${lastName} <${email}>`;
    await confirm(`Anyone who has the link can sign in as ${who}. Make the link?`, yes);
    const command = { type: "RecordPasswordLink" } as const;
    // First: no link without a record of it.
    await data.members.execute(memberId, command, operatorCause(), ({ after }) => [
      draft("password-link-made", { to: after.email, firstName: after.firstName }),
    ]);
    const tokens = createTokens(data.databases.vault, () => new Date());
    const token = newToken();
    await tokens.endAll("reset-password", memberId);
    await tokens.issue("reset-password", token, memberId, email);
    data.close();
    const link = resetPasswordLink(originOf(data.environment), token);
    print(
      json,
      { memberId, link },
      `Anyone who opens this link within an hour can sign in as member ${memberId}:\n${link}`,
    );
  },
});
