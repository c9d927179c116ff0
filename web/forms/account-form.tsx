import type { ReactNode } from "react";
import { Button } from "../ui/button.tsx";
import { Form, type FormField, type FormProps } from "./form.tsx";

interface AccountFormProps extends FormProps {
  /** Label of the button, and its label while the form is being sent. */
  readonly submit: string;
  readonly pending?: string;
  readonly children: (field: (name: string) => FormField) => ReactNode;
}

export function AccountForm({ submit, pending, children, ...form }: AccountFormProps) {
  return (
    <Form className="account-form stack gap-4" {...form}>
      {(field) => (
        <>
          {children(field)}
          <Button type="submit" wide data-pending={pending}>{submit}</Button>
        </>
      )}
    </Form>
  );
}
