/** Texts before and after a deletion. */
import type { Toast } from "../../toasts/toast.ts";

export interface DeleteWords {
  readonly question: string;
  /** Consequences. */
  readonly meaning: string;
  /** Label of the button. */
  readonly action: string;
  readonly done: Toast;
  /** Title of the toast when it fails. */
  readonly failed: string;
  /** How long the page stays afterwards, so that people can read the toast. */
  readonly readMs?: number;
}

export const deleteProfileWords: DeleteWords = {
  question: "Delete Profile?",
  meaning: "This removes your profile from the directory. You can create a new one at any time.",
  action: "Delete Profile",
  done: {
    title: "Profile deleted",
    description: "Your profile has been removed from the directory.",
  },
  failed: "Failed to delete profile",
};

/** Further consequence when the viewer is the only staff member. */
export const lastStaffWords =
  "You're the only staff member. Without you, no one can approve or invite people, or read reports. " +
  "Give someone else staff access first. If you delete your account anyway, the person who runs the " +
  "server gets a link for a new staff account the next time the service starts.";

export const deleteAccountWords: DeleteWords = {
  question: "Delete Account?",
  meaning:
    "This permanently deletes your account, your profile and your picture. You can't undo this.",
  action: "Delete Account",
  done: {
    title: "Account deleted",
    description: "Your account has been permanently deleted.",
  },
  failed: "Failed to delete account",
  readMs: 1000,
};
