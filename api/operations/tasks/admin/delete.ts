import { receiptLine } from "../../../../events/verify/receipt.ts";
import { createForgetting } from "../../../composition/forgetting.ts";
import { createErasureLedger, ledgerPaths } from "../../../erasure/ledger.ts";
import { createDeclinedInvitations } from "../../../invitations/declined.ts";
import { createLog } from "../../../log.ts";
import type { Letterhead } from "../../../mail/letter.ts";
import { openMail } from "../../../mail/open-mail.ts";
import { accountDeletedLetter } from "../../../mail/operator.ts";
import { openObjects } from "../../../objects/open.ts";
import { defineCommand } from "../command.ts";
import { openData, type Opened } from "../opened.ts";
import { print } from "../print.ts";
import { openSendLetter, sendLetter } from "../send-letter.ts";
import { confirm, TaskError } from "../task.ts";
import { operatorCause } from "./decide.ts";
import { findAccount } from "./find-member.ts";

const now = () => new Date();

export const deleteAccount = defineCommand({
  summary: "permanently delete someone's account",
  help:
    `Permanently delete someone's account, for example when they ask you to. This deletes the same as
when they delete it themselves: account, profile, pictures and messages. Statistics stay.

  npm run admin -- delete rivera
  npm run admin -- delete rivera --yes

It asks first, or takes --yes, and prints a receipt: "verify --receipt" checks later that nothing is
left. They get an email with the receipt, sent at once because their address is deleted too. Use
"invitations --expire" for someone who hasn't answered an invitation.
If it is interrupted, the service finishes it. The service can keep running.`,
  options: { yes: { type: "boolean" }, json: { type: "boolean" } },
  names: ["member: a username, an email address or a member id"],
  async run({ yes, json }, named = "") {
    const data = await openData();
    const { memberId, email, firstName, lastName } = await findAccount(data, named);
    const question = `Delete the account of ${firstName} ${lastName} <${email}>?`;
    await confirm(`${question} You can't undo this.`, yes);
    const sending = await openSendLetter(data);
    const receipt = await eraseAsOperator(data, memberId, email);
    data.close();
    const letterFor = (head: Letterhead) => accountDeletedLetter({ firstName, receipt }, head);
    const why = await sendLetter(sending, email, letterFor).catch((error) => {
      if (error instanceof TaskError) return error.message;
      throw error;
    });
    const isMailed = why === undefined;
    if (!isMailed) console.error(`They didn't get an email, so tell them yourself. ${why}`);
    print(
      json,
      { memberId, receipt, isMailed },
      `Member ${memberId} is deleted. The receipt:\n${receipt}`,
    );
  },
});

/** @returns The receipt, as one line. */
async function eraseAsOperator(data: Opened, memberId: string, email: string): Promise<string> {
  const { environment, secrets, databases, readModel } = data;
  const log = createLog((line) => console.error(line), now);
  const { erase } = await createForgetting(
    {
      ...data,
      ledger: createErasureLedger(...ledgerPaths(environment)),
      mail: openMail(environment, () => {}),
      objects: await openObjects({ ...environment, secrets, now }),
      log,
      now,
    },
    data,
    { catchUpAll: readModel.catchUp },
  );
  const newId = () => crypto.randomUUID();
  const declined = { vault: databases.vault, secret: secrets.claimKey, newId, now };
  await createDeclinedInvitations(declined).removeAddress(email);
  const { actorId, correlationId: requestId } = operatorCause();
  return receiptLine(await erase(memberId, { requestId }, { actorId }));
}
