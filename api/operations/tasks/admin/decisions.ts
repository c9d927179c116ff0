/** Decisions about one person: who gets in, and who may ask others. */
import { isAdmitted } from "../../../../events/program/admission.ts";
import { linksToAccount } from "../../../program/program.ts";
import { accessIn } from "../../../program/roster.ts";
import type { Command } from "../command.ts";
import { by, canKeepRunning, decision } from "../decision.ts";
import { endLinks, type Opened } from "../open-data.ts";
import { text } from "../options.ts";
import { TaskError } from "../task.ts";

export const decisions = {
  accept: decision({
    summary: "approve an applicant, or someone who was declined",
    help:
      `Approve an applicant, or someone who was declined. They get an email. Approving a member who
signed up without approval lets them see more people's contacts per day.

  npm run admin -- accept rivera@example.edu
  npm run admin -- accept 00000000-0000-4000-8000-000000000001 --json

"people" lists applicants. ${canKeepRunning}`,
    done: "is approved now",
    command: (_, person) => ({ type: "Admit", by, seen: accessIn(person) }),
  }),

  refuse: decision({
    summary: "decline an applicant, or remove a member's access",
    help:
      `Decline an applicant, or remove a member's access. They can't see other members, and other members
can't see them. They get an email. Remove their staff access first.

  npm run admin -- refuse rivera@example.edu
  npm run admin -- refuse rivera@example.edu --words "Please use your own name"

The words are in the email, and shown when they sign in. "accept" undoes this.
${canKeepRunning}`,
    options: { words: text },
    check({ words }) {
      if (words !== undefined && words.length > 500) {
        throw new TaskError("--words: at most 500 characters");
      }
    },
    done: "is declined now",
    command: (_, person, { words }) => ({
      type: "Refuse",
      by,
      words: words?.trim() || null,
      seen: isAdmitted(person) ? "in" : "waiting",
    }),
  }),

  "close-asking": decision({
    summary: "stop someone from asking others for help",
    help:
      `Stop someone from asking others for help. This withdraws their open requests. Their conversations
continue. They get an email.

  npm run admin -- close-asking rivera

"open-asking" undoes this. ${canKeepRunning}`,
    done: "can't ask others now",
    command: () => ({ type: "CloseAsking", by }),
  }),

  "open-asking": decision({
    summary: "allow someone to ask others for help again",
    help: `Allow someone to ask others for help again.

  npm run admin -- open-asking rivera

${canKeepRunning}`,
    done: "can ask others now",
    command: () => ({ type: "OpenAsking", by }),
  }),

  suspend: decision({
    summary: "keep someone from signing in, and hide them",
    help:
      `Suspend an account. Its owner can't sign in, other members can't see them, and nothing is deleted.

  npm run admin -- suspend rivera
  npm run admin -- suspend rivera@example.edu --json

This signs them out everywhere. Links that we mailed them stop working. If they are staff, they have
no staff access until you restore the account, and other staff get an email. They get one too.
"unsuspend" undoes this. Use "refuse" to let them sign in and delete their account.
The service can keep running. It applies this within a second.`,
    needsAccount: true,
    done: "is suspended now",
    command: () => ({ type: "Suspend", by }),
    after: signOut,
    json: { isSuspended: true },
  }),

  unsuspend: decision({
    summary: "restore an account that was suspended",
    help:
      `Restore an account that was suspended. Everything is as it was before: what they can see, who can
see them, and staff access. They sign in again with their password. They get an email.

  npm run admin -- unsuspend rivera

"people --all --state suspended" lists suspended accounts.
The service can keep running. It applies this within a second.`,
    needsAccount: true,
    done: "isn't suspended now",
    command: () => ({ type: "Unsuspend", by }),
    json: { isSuspended: false },
  }),

  "record-death": decision({
    summary: "record that someone died, and never email them again",
    help:
      `Record that someone died. We never email them again, not even what is waiting to be sent. No one can
sign in to their account, and no one can see them. Nothing is deleted.

  npm run admin -- record-death rivera
  npm run admin -- record-death rivera@example.edu

Their open requests and conversations end, and the other people aren't told why. "undo-death" undoes
this, but what has ended stays ended. ${canKeepRunning}`,
    done: "is recorded as deceased now",
    command: () => ({ type: "RecordDeath", by }),
    after: signOut,
  }),

  "undo-death": decision({
    summary: "undo a death that was recorded by mistake",
    help:
      `Undo a death that was recorded by mistake. They can sign in again, and get an email that their
account was restored. Conversations that ended stay ended.

  npm run admin -- undo-death rivera

${canKeepRunning}`,
    done: "isn't recorded as deceased now",
    command: () => ({ type: "UndoDeath", by }),
  }),
} as const satisfies Readonly<Record<string, Command>>;

/** Ends sessions and mailed links, which would work again once the account is restored. */
async function signOut(data: Opened, memberId: string): Promise<void> {
  await data.sessions.endAll(memberId);
  await endLinks(data, memberId, linksToAccount);
}
