import { useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import type { AccountDetails } from "../../api/contract/account.ts";
import { calls, paths } from "../paths.ts";
import { EmailField, FirstNameField, LastNameField, UsernameField } from "../ui/account-fields.tsx";
import { Button } from "../ui/button.tsx";
import { Callout } from "../ui/callout.tsx";
import { ErrorSummary } from "../ui/error-summary.tsx";
import type { FormState } from "./account/form-state.ts";
import { useForm } from "./account/use-form.ts";
import { messageOf, send } from "./api.ts";
import { accountUpdated } from "./profile-form/messages.ts";
import { toast } from "./toasts.ts";

export interface AccountDetailsProps {
  /** What the account holds or, when the form came back from the server, what was sent. */
  readonly form: FormState;
}

/** Changes the viewer's account. A form that posts; once hydrated, it checks and saves in place. */
export function AccountDetailsForm({ form: initial }: AccountDetailsProps) {
  const client = useQueryClient();
  const wasRefused = initial.failure !== undefined || Object.keys(initial.fields).length > 0;
  // What came back from the server is what it refused, and not what is saved.
  const saved = useRef<AccountDetails>(wasRefused ? {} : initial.values);
  const { form, field, summary, failure, isPending } = useForm<AccountDetails, unknown>({
    id: "account",
    fields: ["username", "email", "firstName", "lastName"],
    guardsChanges: true,
    initial,
    loadCheck: () =>
      import("./profile-form/account-check.ts").then(({ checkAccount }) => checkAccount),
    // What was not changed here may have been changed elsewhere since.
    send: (details) => send("PATCH", calls.user, changesOf(saved.current, details)),
    onSuccess(user, details) {
      saved.current = details;
      client.setQueryData([calls.user], user);
      void client.invalidateQueries({ queryKey: [calls.ownProfile] });
      toast(accountUpdated);
    },
    onFailure: (error) =>
      toast({
        variant: "destructive",
        title: "Error",
        description: messageOf(error, "Failed to update account information"),
      }),
  });

  return (
    <form {...form} className="account-details" method="post" action={paths.accountDetails()}>
      {failure && <Callout tone="danger" title={failure.title}>{failure.message}</Callout>}
      <ErrorSummary {...summary} />
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

function changesOf(saved: AccountDetails, details: AccountDetails): AccountDetails {
  const names = Object.keys(details) as (keyof AccountDetails)[];
  return Object.fromEntries(
    names.filter((name) => details[name] !== saved[name]).map((name) => [name, details[name]]),
  );
}
