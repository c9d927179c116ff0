import { confirmWords } from "../../forms/security-words.ts";
import { paths } from "../../paths.ts";
import { PasswordField } from "../../ui/fields/account-fields.tsx";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";

/** Name of the password's field; no other field of the site has this name. */
export const confirmField = "confirmedBy";

export interface ConfirmPageProps {
  /** Address that the original form was posted to. */
  readonly action: string;
  /** Fields of the original form. */
  readonly sent: readonly (readonly [name: string, value: string])[];
  readonly error?: string | undefined;
}

/** Asks for the password before a form is accepted: a page, which script opens as a dialog over the previous one. */
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
