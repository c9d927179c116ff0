import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import type { AccountDetails } from "../../api/contract/account.ts";
import { calls, paths } from "../paths.ts";
import { Button } from "../ui/button.tsx";
import { TextField } from "../ui/text-field.tsx";
import { ApiError, messageOf, send } from "./api.ts";
import { accountErrors } from "./profile-form/account-errors.ts";
import { toast } from "./toasts.ts";

/** The account's fields, in the form's order. */
export const accountFields = ["username", "firstName", "lastName", "email"] as const;
export type AccountValues = Readonly<Record<(typeof accountFields)[number], string>>;

export interface AccountFormProps {
  readonly values: AccountValues;
  /** Messages by field, when the form came back from the server. */
  readonly errors: Readonly<Record<string, string>>;
}

/** Changes the viewer's account. A form that posts; once hydrated, it checks and saves in place. */
export function AccountForm({ values, errors: given }: AccountFormProps) {
  const client = useQueryClient();
  const [errors, setErrors] = useState(given);

  const saving = useMutation({
    mutationFn: (details: AccountDetails) => send("PATCH", calls.user, details),
    onSuccess(user) {
      client.setQueryData([calls.user], user);
      toast({
        title: "Account information updated",
        description: "Your account details have been saved",
      });
    },
    onError(error) {
      if (error instanceof ApiError) setErrors(accountErrors(error.serverMessage, error.fields));
      toast({
        variant: "destructive",
        title: "Error",
        description: messageOf(error, "Failed to update account information"),
      });
    },
  });

  async function handleSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const typed = readAccountForm(new FormData(form));
    // The rules come with zod, which nobody needs before they save.
    const [{ AccountDetails }, { fieldMessages }] = await Promise.all([
      import("../../api/contract/account.ts"),
      import("../../events/members/profile.ts"),
    ]);
    const checked = AccountDetails.safeParse(typed);
    if (checked.success) {
      setErrors({});
      return saving.mutate(checked.data);
    }
    const wrong = fieldMessages(checked.error);
    setErrors(wrong);
    const first = accountFields.find((name) => name in wrong);
    if (first) form.querySelector<HTMLElement>(`[name="${first}"]`)?.focus();
  }

  const field = (name: (typeof accountFields)[number]) => ({
    name,
    defaultValue: values[name],
    error: errors[name],
    "aria-required": true,
  });
  return (
    <form
      className="account-form"
      method="post"
      action={paths.accountDetails()}
      noValidate
      onSubmit={handleSubmit}
    >
      <div className="profile-form-columns">
        <TextField {...field("username")} label="Username" autoComplete="username" />
        <TextField {...field("email")} label="Email" type="email" autoComplete="email" />
        <TextField {...field("firstName")} label="First Name" autoComplete="given-name" />
        <TextField {...field("lastName")} label="Last Name" autoComplete="family-name" />
      </div>
      <div className="profile-form-actions">
        <Button type="submit" variant="soft" disabled={saving.isPending}>
          {saving.isPending ? "Saving..." : "Save Account Information"}
        </Button>
      </div>
    </form>
  );
}

/** What was typed into the account's fields. */
export function readAccountForm(form: FormData): AccountValues {
  return Object.fromEntries(accountFields.map((name) => {
    const value = form.get(name);
    return [name, typeof value === "string" ? value : ""];
  })) as AccountValues;
}
