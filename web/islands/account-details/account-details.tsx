import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { AccountDetails } from "../../../api/contract/account.ts";
import { calls, paths } from "../../paths.ts";
import {
  EmailField,
  FirstNameField,
  LastNameField,
  UsernameField,
} from "../../ui/account-fields.tsx";
import { Button } from "../../ui/button.tsx";
import { Callout } from "../../ui/callout.tsx";
import { ErrorSummary } from "../../ui/error-summary.tsx";
import { FormRefused, type FormState } from "../../forms/form-state.ts";
import { useForm } from "../../forms/use-form.ts";
import { getJson, messageOf } from "../../hydration/calls.ts";
import {
  accountChanges,
  accountFields,
  openedField,
  readOpened,
  writeOpened,
} from "./account-changes.ts";
import { accountChangedElsewhere, accountUpdated } from "../profile-form/messages.ts";
import { toast } from "../../toasts/toasts.ts";

export interface AccountDetailsProps {
  /** What the account holds. */
  readonly saved: AccountDetails;
  /** What was sent, when the form came back from the server. */
  readonly form?: FormState | undefined;
}

/** Changes the viewer's account. A form that posts; once hydrated, it checks and saves in place. */
export function AccountDetailsForm({ saved, form: sent }: AccountDetailsProps) {
  const client = useQueryClient();
  const initial = sent ?? { values: saved, fields: {} };
  /** What was saved when the form was opened or, later, when it was last heard of. */
  const [opened, setOpened] = useState(() => readOpened(sent?.values[openedField], saved));
  const { form, field, summary, failure, isPending } = useForm<AccountDetails, unknown>({
    id: "account",
    fields: accountFields,
    guardsChanges: true,
    initial,
    loadCheck: () => import("./account-check.ts").then(({ checkAccount }) => checkAccount),
    async send(typed) {
      const stored = await getJson(calls.user) as AccountDetails;
      const { changes, conflicts, told } = accountChanges({ opened, typed, stored });
      if (Object.keys(conflicts).length > 0) {
        setOpened(told);
        throw new FormRefused(accountChangedElsewhere, conflicts);
      }
      // Asking for the password waits until somebody saves.
      const { sendConfirmed } = await import("../../forms/send-confirmed.ts");
      return await sendConfirmed("PATCH", calls.user, changes);
    },
    onSuccess(user, details) {
      setOpened(details);
      client.setQueryData([calls.user], user);
      void client.invalidateQueries({ queryKey: [calls.ownProfile] });
      toast(accountUpdated);
    },
    onFailure: (error) =>
      toast({
        variant: "destructive",
        title: "Error",
        description: error instanceof FormRefused
          ? error.message
          : messageOf(error, "Failed to update account information"),
      }),
  });

  return (
    <form {...form} className="account-details" method="post" action={paths.accountDetails()}>
      {failure && <Callout tone="danger" title={failure.title}>{failure.message}</Callout>}
      <ErrorSummary {...summary} />
      <input type="hidden" name={openedField} value={writeOpened(opened)} />
      <div className="profile-form-columns">
        <UsernameField {...field("username")} />
        <EmailField {...field("email")} />
        <FirstNameField {...field("firstName")} />
        <LastNameField {...field("lastName")} />
      </div>
      <div className="profile-form-actions">
        <Button type="submit" variant="soft" disabled={isPending}>
          {isPending ? "Saving..." : "Save Account Information"}
        </Button>
      </div>
    </form>
  );
}
