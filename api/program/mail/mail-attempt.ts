/**
 * Mail that staff try out, and in words why it failed.
 *
 * @module
 */
import { MailRefused, MailUnavailable } from "../../mail/mail.ts";
import { type Explained, explainFailure, explainSetup } from "../../mail/setup/explain-failure.ts";
import type { MailSettings } from "../../mail/setup/mail-form.ts";

/** Why mail was not sent; `undefined` when it was. Other errors are thrown. */
export async function failureOf(
  work: Promise<unknown>,
): Promise<MailRefused | MailUnavailable | undefined> {
  try {
    await work;
  } catch (error) {
    if (error instanceof MailRefused || error instanceof MailUnavailable) return error;
    throw error;
  }
}

/**
 * @param settings Those that staff typed, where they count.
 * @param address Where the mail went to.
 */
export function explained(
  failure: MailRefused | MailUnavailable,
  settings?: MailSettings,
  address: "yours" | "answers" = "yours",
): Explained {
  const { name, refused } = {
    yours: { name: "your email address", refused: "Check your address in your account details." },
    answers: { name: "the address for answers", refused: "Check its spelling." },
  }[address];
  if (failure instanceof MailRefused) {
    return { why: `The mail server works, but it refused ${name}.`, todo: refused };
  }
  if (failure.isOfRecipient) {
    return {
      why: `The mail server works, but it didn't take mail to ${name} now.`,
      todo: "Some servers want to be asked again. Try again in a few minutes.",
    };
  }
  return settings === undefined
    ? explainFailure(failure.code)
    : explainSetup(failure.code, settings);
}
