import { useMutation } from "@tanstack/react-query";
import { calls, paths } from "../../paths.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { send } from "../../hydration/calls.ts";
import { dropDrafts } from "../../forms/drafts.ts";
import { goTo } from "../../hydration/navigation.ts";
import { sendConfirmed } from "../../forms/send-confirmed.ts";
import { toast, toastAfterNavigation, toastFailure } from "../../toasts/toasts.ts";
import { deleteAccountWords, deleteProfileWords, type DeleteWords } from "./delete-words.ts";

/** Time to read what happened before the page goes. */
const redirectMs = 1000;

interface DeleteDialogProps {
  readonly onClose: () => void;
}

/** Asks before the account and all that is known of its owner are erased. */
export function DeleteAccountDialog({ onClose }: DeleteDialogProps) {
  const deletion = useMutation({
    mutationFn: () => sendConfirmed("DELETE", calls.account),
    onSuccess() {
      dropDrafts();
      toast(deleteAccountWords.done);
      setTimeout(() => {
        // The page it shows on is gone in a moment; the next one goes on showing it.
        toastAfterNavigation(deleteAccountWords.done);
        goTo(paths.home());
      }, redirectMs);
    },
    onError(error) {
      toastFailure(deleteAccountWords.failed, error, "An error occurred");
      onClose();
    },
  });

  return (
    <DeleteDialog
      words={deleteAccountWords}
      isPending={deletion.isPending || deletion.isSuccess}
      onClose={onClose}
      onDelete={() => deletion.mutate()}
    />
  );
}

/** Asks before the profile goes; the account stays. */
export function DeleteProfileDialog({ onClose }: DeleteDialogProps) {
  const deletion = useMutation({
    mutationFn: () => send("DELETE", calls.profile),
    onSuccess() {
      dropDrafts();
      toastAfterNavigation(deleteProfileWords.done);
      goTo(paths.profile());
    },
    onError(error) {
      toastFailure(deleteProfileWords.failed, error, "An error occurred");
      onClose();
    },
  });

  return (
    <DeleteDialog
      words={deleteProfileWords}
      isPending={deletion.isPending || deletion.isSuccess}
      onClose={onClose}
      onDelete={() => deletion.mutate()}
    />
  );
}

interface QuestionProps {
  readonly words: DeleteWords;
  readonly isPending: boolean;
  readonly onClose: () => void;
  readonly onDelete: () => void;
}

function DeleteDialog(props: QuestionProps) {
  const { words, isPending, onClose, onDelete } = props;
  return (
    <Dialog
      title={words.question}
      description={words.meaning}
      isQuestion
      // What was asked for is on its way: closing would not stop it.
      onClose={isPending ? () => {} : onClose}
      actions={
        <>
          <Button variant="outline" disabled={isPending} onClick={onClose}>Cancel</Button>
          <Button variant="danger" disabled={isPending} onClick={onDelete}>
            {isPending ? "Deleting..." : words.action}
          </Button>
        </>
      }
    />
  );
}
