import type { FormState } from "../../forms/form-state.ts";
import { type DeleteWords, lastStaffWords } from "../../islands/own-profile/delete-words.ts";
import { paths } from "../../paths.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { Callout } from "../../ui/callout.tsx";

export interface DeletePageProps {
  readonly words: DeleteWords;
  /** Where the form posts. */
  readonly action: string;
  /** Whether the viewer is the program's only member of staff, and is about to leave. */
  readonly isLastStaff?: boolean;
  readonly failure?: FormState["failure"];
}

/** The question before something is deleted, for who has no script to be asked by a dialog. */
export function DeletePage({ words, action, isLastStaff, failure }: DeletePageProps) {
  return (
    <div className="shell-column message">
      <h1>{words.question}</h1>
      <p>{words.meaning}</p>
      {isLastStaff && (
        <Callout tone="warning" title="The directory will have no staff">{lastStaffWords}</Callout>
      )}
      {failure && <Callout tone="danger" title={failure.title}>{failure.message}</Callout>}
      <form className="message-actions" method="post" action={action}>
        {isLastStaff && <input type="hidden" name="isWarned" value="yes" />}
        <ButtonLink variant="outline" href={`${paths.profile()}?tab=privacy`}>Cancel</ButtonLink>
        <Button type="submit" variant="danger">{words.action}</Button>
      </form>
    </div>
  );
}
