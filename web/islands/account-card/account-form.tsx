import type { ReactNode } from "react";
import { Button } from "../../ui/button.tsx";
import { Callout } from "../../ui/callout.tsx";
import { ErrorSummary } from "../../ui/error-summary.tsx";
import type { useForm } from "../../forms/use-form.ts";

export interface AccountFormProps {
  /** What `useForm` knows of it. */
  readonly state: Pick<
    ReturnType<typeof useForm>,
    "form" | "failure" | "summary" | "isPending"
  >;
  /** Where it posts without script. */
  readonly action: string;
  /** What the button says, and what it says while the form is on its way. */
  readonly submit: string;
  readonly pending: string;
  readonly children: ReactNode;
}

/** A form of one column: what went wrong above its fields, one button below them. */
export function AccountForm({ state, action, submit, pending, children }: AccountFormProps) {
  const { form, failure, summary, isPending } = state;
  return (
    <form {...form} className="account-form" method="post" action={action}>
      {failure && <Callout tone="danger" title={failure.title}>{failure.message}</Callout>}
      <ErrorSummary {...summary} />
      {children}
      <Button type="submit" wide disabled={isPending}>{isPending ? pending : submit}</Button>
    </form>
  );
}
