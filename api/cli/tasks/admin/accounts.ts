/** Commands on one account: a password link, a copy, deletion. */
import { writeNamedFile } from "../../../../events/named-file.ts";
import { hasDied } from "../../../../events/program/admission.ts";
import { issueOperatorLink } from "../../../auth/proofs/link.ts";
import { brandOf } from "../../../config/brand.ts";
import { createStoredPasskeys } from "../../../auth/passkeys/stored-passkeys.ts";
import { newToken } from "../../../auth/secret-token.ts";
import { createForgetting } from "../../../features/erasure/forgetting.ts";
import { openLedger } from "../../../backup/open-place.ts";
import { DeclinedInvitations } from "../../../features/invitations/declined.ts";
import { openArchive } from "../../../features/personal-data/archive.ts";
import { Arrivals } from "../../../features/relay/arrivals.ts";
import { createLog } from "../../../node/log.ts";
import { draft } from "../../../mail/templates/messages.ts";
import { openMail } from "../../../mail/drivers/current-mail.ts";
import { accountDeletedLetter } from "../../../mail/templates/account-letters.ts";
import { siteName, tokenLink } from "../../../mail/templates/letterhead.ts";
import { aboutMember, type Command } from "../command.ts";
import { operatorCause } from "../operator-cause.ts";
import { newId, now, type Opened } from "../open-data.ts";
import { flag, text } from "../options.ts";
import { openSendLetter, originOf, sendLetter } from "../send-letter.ts";
import { confirm, TaskError } from "../task.ts";

export const accounts = {
  "set-password-link": aboutMember({
    summary: "print a link that sets someone's password",
    help: `Print a link that sets a new password, for someone who can't read their mailbox anymore.

  npm run admin -- set-password-link rivera
  npm run admin -- set-password-link rivera --yes

Anyone who has the link can sign in as this person, so make sure who you give it to. It works once,
for one hour, and ends earlier password links. They get an email that you made it. The command asks
first, or takes --yes. They can change their email address afterward, under Account.
The service can keep running.`,
    needsAccount: true,
    options: { yes: flag },
    async run(data, person, { yes }) {
      const { memberId } = person;
      const { tokens, environment } = data;
      const who = nameAndAddress(person);
      await confirm(`Anyone who has the link can sign in as ${who}. Make the link?`, yes);
      // Stored first, so that every link is in the history.
      await storeAction(data, memberId, "RecordPasswordLink", "password-link-made");
      const token = newToken();
      await issueOperatorLink(tokens, token, person);
      const link = tokenLink({ appOrigin: originOf(environment) }, "/reset-password", token);
      return `Anyone who opens this link within an hour can sign in as member ${memberId}:\n${link}`;
    },
  }),

  export: aboutMember({
    summary: "save everything that is stored about one person, as a ZIP",
    help:
      `Save everything that is stored about one person, for someone who asks for their data and can't
download it themselves, in their profile, under Your Account.

  npm run admin -- export rivera --out rivera.zip      a file that only you can read
  npm run -s admin -- export rivera > rivera.zip       on stdout

It has their account, profile, pictures and sessions, what they did and wrote, and who saw their
contacts. Messages from others aren't in it: they belong to the people who wrote them. Other people
are numbers. Passwords aren't in it. They get an email that you saved it.
The service can keep running.`,
    options: { out: text },
    check({ out }) {
      if (out !== undefined || !Deno.stdout.isTerminal()) return;
      throw new TaskError("Say where to save it, such as --out rivera.zip");
    },
    async run(data, person, { out }) {
      const { memberId } = person;
      const { environment, secrets, database, keys, readModel } = data;
      const { programName, supportEmail } = brandOf(readModel.settings.current());
      const zip = await openArchive(person, {
        ...data,
        keys,
        revealTable: readModel.reveals,
        passkeys: createStoredPasskeys({ database, keys, now }),
        arrivals: new Arrivals({ database, keys, secret: secrets.claimKey, now }),
        objects: await data.openObjects(),
        appOrigin: originOf(environment),
        siteName: siteName({ programName }),
        supportEmail,
        now,
      }, async () => {});
      // Stored first, so that every copy is in the history.
      await storeAction(data, memberId, "RecordExport", "data-exported");
      if (out === undefined) return await zip.pipeTo(Deno.stdout.writable, { preventClose: true });
      await writeNamedFile(out, zip);
      return `Everything about member ${memberId} is in ${out}.`;
    },
  }),

  delete: aboutMember({
    summary: "permanently delete someone's account",
    help:
      `Permanently delete someone's account, for example when they ask you to. This deletes the same as
when they delete it themselves: account, profile, pictures and messages. Statistics stay.

  npm run admin -- delete rivera
  npm run admin -- delete rivera --yes

It asks first, or takes --yes. They get an email, sent at once because their address is deleted too,
unless staff recorded their death. Staff withdraw the invitation of someone who hasn't answered it.
If it is interrupted, the service finishes it. The service can keep running.`,
    needsAccount: true,
    options: { yes: flag },
    async run(data, person, { yes }) {
      const { memberId, email, firstName } = person;
      const question = `Delete the account of ${nameAndAddress(person)}?`;
      await confirm(`${question} You can't undo this.`, yes);
      const sending = hasDied(person) ? undefined : await openSendLetter(data.environment, data);
      await erase(data, memberId, email);
      const why = sending === undefined ? undefined : await sendLetter(
        sending,
        email,
        (head) => accountDeletedLetter({ firstName }, head),
      ).catch((error) => {
        if (error instanceof TaskError) return error.message;
        throw error;
      });
      if (why !== undefined) {
        console.error(`They didn't get an email, so tell them yourself. ${why}`);
      }
      return `Member ${memberId} is deleted.`;
    },
  }),
} as const satisfies Readonly<Record<string, Command>>;

function nameAndAddress(person: Record<"firstName" | "lastName" | "email", string>): string {
  return `${person.firstName} ${person.lastName} <${person.email}>`;
}

/** Stores an operator's action on an account, and sends its owner a mail. */
async function storeAction(
  { members }: Opened,
  memberId: string,
  type: "RecordPasswordLink" | "RecordExport",
  mail: "password-link-made" | "data-exported",
): Promise<void> {
  await members.execute(memberId, { type }, operatorCause(), ({ after }) => [
    draft(mail, { to: after.email, firstName: after.firstName }),
  ]);
}

async function erase(data: Opened, memberId: string, email: string): Promise<void> {
  const { environment, secrets, database } = data;
  const deps = {
    ...data,
    ledger: await openLedger(environment, database),
    mail: openMail(environment, () => {}),
    objects: await data.openObjects(),
    log: createLog((line) => console.error(line), now),
    now,
  };
  const forgetting = await createForgetting(deps, data, { update: async () => {} });
  const declined = { database, secret: secrets.claimKey, newId, now };
  const left = () => new DeclinedInvitations(declined).addingLeft(email);
  const { actorId, correlationId: requestId } = operatorCause();
  await forgetting.erase(memberId, { requestId }, { actorId }, left);
}
