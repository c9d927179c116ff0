import { createSessions } from "../../../auth/sessions.ts";
import { createTokens } from "../../../auth/tokens.ts";
import { defineCommand } from "../command.ts";
import { openData } from "../opened.ts";
import { print } from "../print.ts";
import { decideAsOperator } from "./decide.ts";
import { findAccount } from "./find-member.ts";

const names = ["member: a username, an email address or a member id"] as const;
const now = () => new Date();

export const suspend = defineCommand({
  summary: "keep someone from signing in, and hide them",
  help:
    `Suspend an account. Its owner can't sign in, other members can't see them, and nothing is deleted.

  npm run admin -- suspend rivera
  npm run admin -- suspend rivera@example.edu --json

This signs them out everywhere. Links that we mailed them stop working. If they are staff, they have
no staff access until you restore the account, and other staff get an email. They get one too.
"unsuspend" undoes this. Use "refuse" to let them sign in and delete their account.
The service can keep running. It applies this within a second.`,
  options: { json: { type: "boolean" } },
  names,
  async run({ json }, named = "") {
    const data = await openData();
    const { memberId } = await findAccount(data, named);
    await decideAsOperator(data, memberId, { type: "Suspend", by: "operator" });
    const { vault } = data.databases;
    await createSessions(vault, now).endAll(memberId);
    const tokens = createTokens(vault, now);
    for (const kind of ["reset-password", "verify-email", "conversation-links"] as const) {
      await tokens.endAll(kind, memberId);
    }
    data.close();
    print(json, { memberId, isSuspended: true }, `Member ${memberId} is suspended now.`);
  },
});

export const unsuspend = defineCommand({
  summary: "restore an account that was suspended",
  help:
    `Restore an account that was suspended. Everything is as it was before: what they can see, who can
see them, and staff access. They sign in again with their password. They get an email.

  npm run admin -- unsuspend rivera

"people --all --state suspended" lists suspended accounts.
The service can keep running. It applies this within a second.`,
  options: { json: { type: "boolean" } },
  names,
  async run({ json }, named = "") {
    const data = await openData();
    const { memberId } = await findAccount(data, named);
    await decideAsOperator(data, memberId, { type: "Unsuspend", by: "operator" });
    data.close();
    print(json, { memberId, isSuspended: false }, `Member ${memberId} isn't suspended now.`);
  },
});
