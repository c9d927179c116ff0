import { confirmWords } from "../../forms/security-words.ts";
import { paths } from "../../paths.ts";
import { PasswordField } from "../../ui/account-fields.tsx";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";

/** Name of the field that has the password; no form of the site has another one of this name. */
export const confirmField = "confirmedBy";

export interface ConfirmPageProps {
  /** Where the form that was sent goes on to. */
  readonly action: string;
  /** What was in it. */
  readonly sent: readonly (readonly [name: string, value: string])[];
  readonly error?: string | undefined;
}

/** Asks for the password in between: a page, which script opens as a dialog over the one before. */
export function ConfirmPage({ action, sent, error }: ConfirmPageProps) {
  return (
    <div className="account-page">
      <Card
        aria-labelledby="confirm-title"
        className="account"
        data-question=""
        data-unanswered="This needs your password. Nothing was changed."
      >
        <h1 id="confirm-title">{confirmWords.question}</h1>
        <p className="account-lead">{confirmWords.meaning}</p>
        <form className="account-form stack gap-4" method="post" action={action} noValidate>
          {sent.map(([name, value], index) => (
            <input key={index} type="hidden" name={name} value={value} />
          ))}
          <PasswordField id="confirm-password" name={confirmField} error={error} />
          <Button type="submit" wide data-pending="Confirming...">{confirmWords.action}</Button>
          <ButtonLink variant="outline" wide href={paths.profile()} data-cancels="">
            Cancel
          </ButtonLink>
        </form>
      </Card>
    </div>
  );
}
