import { Button } from "@radix-ui/themes";
import type { AccountDetails } from "../../../api/contract/account.ts";
import type { FormState } from "../../forms/form-state.ts";
import { detailsForm, openedField } from "../../forms/account-forms.ts";
import { Form } from "../../forms/form.tsx";
import { changedElsewhere } from "../../islands/profile-form/words.ts";
import { paths } from "../../paths.ts";
import {
  EmailField,
  FirstNameField,
  LastNameField,
  UsernameField,
} from "../../ui/fields/account-fields.tsx";

export interface AccountDetailsProps {
  readonly saved: AccountDetails;
  readonly form?: FormState | undefined;
}

export function AccountDetailsForm({ saved, form }: AccountDetailsProps) {
  // The account as it was when the form was opened or last refused.
  const opened = readOpened(form?.values[openedField], saved);
  return (
    <Form
      id="account"
      className="account-details stack gap-4"
      action={paths.accountDetails()}
      of={detailsForm}
      sent={form ?? { values: { ...saved }, fields: {} }}
      isGuarded
    >
      {(field) => (
        <>
          <input type="hidden" name={openedField} value={writeOpened(opened)} />
          <div className="columns top">
            <UsernameField {...field("username")} />
            <EmailField {...field("email")} />
            <FirstNameField {...field("firstName")} />
            <LastNameField {...field("lastName")} />
          </div>
          <div className="profile-form-actions row gap-3">
            <Button type="submit" data-pending="Saving..." size="3" variant="soft">
              Save Account Information
            </Button>
          </div>
        </>
      )}
    </Form>
  );
}

const labels = {
  username: "Username",
  email: "Email",
  firstName: "First name",
  lastName: "Last name",
} as const;

const accountFields = Object.keys(labels) as readonly (keyof typeof labels)[];

/**
 * Three-way merge of an account's texts. `conflicts` has messages for fields that were changed both
 * here and elsewhere. `nextOpened` is the base of the next attempt, so that sending the form again
 * overwrites.
 * @param opened The saved account when the form was opened.
 */
export function accountChanges(
  { opened, typed, stored }: Readonly<Record<"opened" | "typed" | "stored", AccountDetails>>,
) {
  const changed = accountFields.filter((name) =>
    typed[name] !== opened[name] && typed[name] !== stored[name]
  );
  const conflicts = changed.filter((name) => stored[name] !== opened[name]);
  return {
    changes: Object.fromEntries(changed.map((name) => [name, typed[name]])) as AccountDetails,
    nextOpened: { ...opened, ...Object.fromEntries(conflicts.map((name) => [name, stored[name]])) },
    conflicts: Object.fromEntries(
      conflicts.map((name) => [name, changedElsewhere(stored[name], labels[name])]),
    ),
  };
}

export function writeOpened({ username, email, firstName, lastName }: AccountDetails): string {
  return JSON.stringify({ username, email, firstName, lastName });
}

/** The account that the form was opened with; the stored one if the form doesn't say. */
export function readOpened(text: string | undefined, stored: AccountDetails): AccountDetails {
  try {
    const opened: Readonly<Record<string, unknown>> = Object(JSON.parse(text ?? ""));
    const isWhole = accountFields.every((name) => typeof opened[name] === "string");
    return isWhole ? opened as AccountDetails : stored;
  } catch {
    return stored;
  }
}
