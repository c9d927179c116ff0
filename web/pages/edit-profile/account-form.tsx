import type { AccountDetails } from "../../../api/contract/account.ts";
import { Form } from "../../forms/form.tsx";
import type { FormState } from "../../forms/form-state.ts";
import { paths } from "../../paths.ts";
import {
  EmailField,
  FirstNameField,
  LastNameField,
  UsernameField,
} from "../../ui/fields/account-fields.tsx";
import { Button } from "../../ui/button.tsx";
import { accountFields, openedField, readOpened, writeOpened } from "./account-changes.ts";

export interface AccountDetailsProps {
  /** The stored account. */
  readonly saved: AccountDetails;
  /** What was sent and refused. */
  readonly form?: FormState | undefined;
}

/** Changes the viewer's account. */
export function AccountDetailsForm({ saved, form }: AccountDetailsProps) {
  // The account as it was when the form was opened, or when it was last refused.
  const opened = readOpened(form?.values[openedField], saved);
  return (
    <Form
      id="account"
      className="account-details stack gap-4"
      action={paths.accountDetails()}
      fields={accountFields}
      sent={form ?? { values: { ...saved }, fields: {} }}
      checks="account"
      failed={{ title: "Error", text: "Failed to update account information" }}
      isGuarded
    >
      {(field) => (
        <>
          <input type="hidden" name={openedField} value={writeOpened(opened)} />
          <div className="profile-form-columns">
            <UsernameField {...field("username")} />
            <EmailField {...field("email")} />
            <FirstNameField {...field("firstName")} />
            <LastNameField {...field("lastName")} />
          </div>
          <div className="profile-form-actions row gap-3">
            <Button type="submit" variant="soft" data-pending="Saving...">
              Save Account Information
            </Button>
          </div>
        </>
      )}
    </Form>
  );
}
