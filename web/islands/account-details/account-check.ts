/**
 * The rules of the account's own form, as the API has them. Loaded when someone first leaves a
 * field; see `islands/account/checks.ts`.
 *
 * @module
 */
import { AccountDetails } from "../../../api/contract/account.ts";
import { fieldMessages } from "../../../events/members/profile.ts";
import type { Checked } from "../../forms/form-state.ts";

/** All four fields are on the form: one that is missing is one that was emptied. */
const AccountForm = AccountDetails.required();

export function checkAccount(
  { username, firstName, lastName, email }: Readonly<Record<string, string>>,
): Checked<AccountDetails> {
  const parsed = AccountForm.safeParse({ username, firstName, lastName, email });
  return parsed.success
    ? { ok: true, value: parsed.data }
    : { ok: false, fields: fieldMessages(parsed.error) };
}
