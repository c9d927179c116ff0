/** Toasts about the picture, with script or without. */
import type { Toast } from "../../toasts/toast.ts";

export const pictureSaved: Toast = {
  title: "Profile picture updated",
  description: "Your profile picture has been saved",
};

export const pictureRemoved: Toast = {
  title: "Profile picture removed",
  description: "Others see your initials instead",
};

export const uploadFailed = "Upload failed";
