import { useMutation } from "@tanstack/react-query";
import { calls, paths } from "../../paths.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { messageOf, send } from "../api.ts";
import { dropDrafts } from "../drafts.ts";
import { goTo } from "../navigation.ts";
import { toast, toastAfterNavigation } from "../toasts.ts";

/** Time to read what happened before the page goes. */
const redirectMs = 1000;

interface DeleteDialogProps {
  readonly onClose: () => void;
}

/** Asks before the account and all that is known of its owner are erased. */
export function DeleteAccountDialog({ onClose }: DeleteDialogProps) {
  const deletion = useMutation({
    mutationFn: () => send("DELETE", calls.account),
    onSuccess() {
      dropDrafts();
      const message = {
        title: "Account deleted",
        description: "Your account has been permanently deleted.",
      };
      toast(message);
      setTimeout(() => {
        // The page it shows on is gone in a moment; the next one goes on showing it.
        toastAfterNavigation(message);
        goTo(paths.home());
      }, redirectMs);
    },
    onError(error) {
      toast({
        variant: "destructive",
        title: "Failed to delete account",
        description: messageOf(error, "An error occurred"),
      });
      onClose();
    },
  });

  return (
    <DeleteDialog
      title="Delete Account?"
      description="Your account, your profile and your picture are erased. This cannot be undone."
      action="Delete Account"
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
      toastAfterNavigation({
        title: "Profile deleted",
        description: "Your profile has been removed from the directory.",
      });
      goTo(paths.profile());
    },
    onError(error) {
      toast({
        variant: "destructive",
        title: "Failed to delete profile",
        description: messageOf(error, "An error occurred"),
      });
      onClose();
    },
  });

  return (
    <DeleteDialog
      title="Delete Profile?"
      description="Your profile is removed from the directory. You can create a new one at any time."
      action="Delete Profile"
      isPending={deletion.isPending || deletion.isSuccess}
      onClose={onClose}
      onDelete={() => deletion.mutate()}
    />
  );
}

interface QuestionProps {
  readonly title: string;
  readonly description: string;
  readonly action: string;
  readonly isPending: boolean;
  readonly onClose: () => void;
  readonly onDelete: () => void;
}

function DeleteDialog(props: QuestionProps) {
  const { title, description, action, isPending, onClose, onDelete } = props;
  return (
    <Dialog
      title={title}
      description={description}
      isQuestion
      // What was asked for is on its way: closing would not stop it.
      onClose={isPending ? () => {} : onClose}
      actions={
        <>
          <Button variant="outline" disabled={isPending} onClick={onClose}>Cancel</Button>
          <Button variant="danger" disabled={isPending} onClick={onDelete}>
            {isPending ? "Deleting..." : action}
          </Button>
        </>
      }
    />
  );
}
