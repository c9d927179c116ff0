import { type FormEvent, useState } from "react";
import { calls } from "../paths.ts";
import { PasswordField } from "../ui/account-fields.tsx";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { messageOf, send } from "../hydration/calls.ts";
import { ask } from "../hydration/ask.ts";
import { confirmWords } from "./security-words.ts";

/** Asks for the password. Loaded when something needs it; resolves once it was right, or not given. */
export function askForPassword(): Promise<boolean> {
  return ask<boolean>((answer) => <ConfirmDialog onAnswer={answer} />);
}

interface ConfirmDialogProps {
  readonly onAnswer: (isConfirmed: boolean) => void;
}

const formId = "confirm-form";

function ConfirmDialog({ onAnswer }: ConfirmDialogProps) {
  const [isPending, setPending] = useState(false);
  const [error, setError] = useState<string>();

  async function handleSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isPending) return;
    setPending(true);
    setError(undefined);
    const form = event.currentTarget;
    const password = new FormData(form).get("password");
    try {
      await send("POST", calls.confirm, { password });
      onAnswer(true);
    } catch (error) {
      setPending(false);
      setError(messageOf(error, "We couldn't check your password"));
      form.querySelector("input")?.select();
    }
  }

  return (
    <Dialog
      title={confirmWords.question}
      description={confirmWords.meaning}
      staysOpen
      onClose={() => onAnswer(false)}
      actions={
        <>
          <Button variant="outline" onClick={() => onAnswer(false)}>Cancel</Button>
          <Button type="submit" form={formId} disabled={isPending}>
            {isPending ? "Confirming..." : confirmWords.action}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={handleSubmit}>
        <PasswordField
          id="confirm-password"
          name="password"
          autoFocus
          error={error}
        />
      </form>
    </Dialog>
  );
}
