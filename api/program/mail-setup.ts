import { type Letterhead, write } from "../mail/letter.ts";
import { explainFailure } from "../mail/explain-failure.ts";
import { type Mail, MailRefused, MailUnavailable } from "../mail/mail.ts";
import type { MailState } from "../mail/mail-state.ts";
import type { MailOutcomes } from "../mail/outcomes.ts";
import { testLetter } from "../mail/test-letter.ts";
import type { SharedCounts } from "../auth/shared-counts.ts";
import { tooMany } from "../auth/too-many.ts";
import { createRequireStaff, type StaffDependencies } from "./require-staff.ts";

/** Whether mail goes out, and how staff find out. */
export interface MailSetup {
  /** For pages of staff: it counts, and names nobody. */
  state(): Promise<MailState>;
  /**
   * Mails staff a test at their own address, now.
   *
   * @returns Why the mail server did not take it, where it did not.
   * @throws {Problem} 404 for who is no staff, 429 after too many.
   */
  sendTest(memberId: string): Promise<TestOutcome>;
}

export type TestOutcome =
  | { readonly isSent: true; readonly to: string }
  | { readonly isSent: false; readonly why: string; readonly todo: string };

export interface MailSetupDependencies extends StaffDependencies {
  readonly state: () => Promise<MailState>;
  readonly mail: Pick<Mail, "send" | "isFolder">;
  readonly outcomes: Pick<MailOutcomes, "noteSent" | "noteFailed">;
  readonly letterhead: Letterhead;
  readonly counts: Pick<SharedCounts, "take">;
  readonly wakeSender: () => void;
  readonly now: () => Date;
  readonly newId: () => string;
}

const testsAnHour = 5;
const hourMs = 60 * 60 * 1000;

export function createMailSetup(deps: MailSetupDependencies): MailSetup {
  const { mail, outcomes, letterhead } = deps;
  const requireStaff = createRequireStaff(deps);
  return {
    state: deps.state,
    async sendTest(memberId) {
      const { email: to } = await requireStaff(memberId);
      const window = { perMs: hourMs, atMost: testsAnHour };
      const waitMs = await deps.counts.take(`test mails ${memberId}`, [window]);
      if (waitMs !== undefined) throw tooMany("test emails", waitMs);
      if (mail.isFolder) {
        return {
          isSent: false,
          why: "Mail isn't set up yet.",
          todo: "Set SMTP_URL and MAIL_FROM as described below, then restart the service.",
        };
      }
      try {
        await mail.send({
          id: deps.newId(),
          memberId,
          writtenAt: deps.now(),
          to,
          ...await write([testLetter(letterhead)], letterhead),
        });
      } catch (error) {
        if (error instanceof MailRefused) {
          return {
            isSent: false,
            why: "The mail server works, but it refused your email address.",
            todo: "Check your address in your account details.",
          };
        }
        if (!(error instanceof MailUnavailable)) throw error;
        if (!error.isOfRecipient) await outcomes.noteFailed(error.code);
        return { isSent: false, ...explainFailure(error.code) };
      }
      await outcomes.noteSent();
      deps.wakeSender();
      return { isSent: true, to };
    },
  };
}
