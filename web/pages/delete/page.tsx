import type { FormState } from "../../forms/form-state.ts";
import { type DeleteWords, lastStaffWords } from "./words.ts";
import { paths } from "../../paths.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { Callout } from "../../ui/callout.tsx";

export interface DeletePageProps {
  readonly words: DeleteWords;
  /** Address that the form posts to. */
  readonly action: string;
  /** Whether the viewer is the program's only staff member, and deletes their account. */
  readonly isLastStaff?: boolean;
  readonly failure?: FormState["failure"];
}

/** Asks before a deletion: a page, which script opens as a dialog over the previous one. */
export function DeletePage({ words, action, isLastStaff, failure }: DeletePageProps) {
  return (
    <div className="shell-column message" data-question="alertdialog">
      <h1>{words.question}</h1>
      <p>{words.meaning}</p>
      {isLastStaff && (
        <Callout tone="warning" title="The directory will have no staff">{lastStaffWords}</Callout>
      )}
      {failure && <Callout tone="danger" title={failure.title}>{failure.message}</Callout>}
      <form
        className="message-actions"
        method="post"
        action={action}
        data-drops-drafts=""
        data-failed-title={words.failed}
        data-delay-ms={words.readMs}
      >
        {isLastStaff && <input type="hidden" name="isWarned" value="yes" />}
        <ButtonLink variant="outline" href={`${paths.profile()}?tab=privacy`} data-cancels="">
          Cancel
        </ButtonLink>
        <Button type="submit" variant="danger" data-pending="Deleting...">{words.action}</Button>
      </form>
    </div>
  );
}
