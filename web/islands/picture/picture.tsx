import { Button, Text } from "@radix-ui/themes";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { FormEvent } from "react";
import type { User } from "../../../api/contract/user.ts";
import type { PictureAnswer } from "../../../api/contract/profile-picture.ts";
import { calls, paths } from "../../paths.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { send } from "../../hydration/calls.ts";
import { keyOf } from "../../hydration/query-client.ts";
import { readPage } from "../../hydration/read-page.ts";
import { useOverlay } from "../../hydration/overlay.ts";
import { pictureRemoved, pictureSaved } from "../../toasts/messages.ts";
import { toast, toastFailure } from "../../toasts/toasts.ts";

interface PictureProps {
  readonly name: string;
  readonly initials: string;
  /** What the member must wait for before they can upload a picture. */
  readonly waitsFor?: string | undefined;
}

const importDialog = () => import("./upload-dialog.tsx").then(({ UploadDialog }) => UploadDialog);

const userKey = keyOf(calls.user);

/** The member's picture, with its actions. Uploading needs script; removing doesn't. */
export function Picture({ name, initials, waitsFor }: PictureProps) {
  const client = useQueryClient();
  const { data: user } = useQuery<User>({ queryKey: userKey });
  const imageUrl = user?.profileImageUrl ?? null;
  const dialog = useOverlay(importDialog);

  function setImage(url: string | null) {
    // Shown before the account has been fetched again.
    client.setQueryData<User>(userKey, (user) => user && { ...user, profileImageUrl: url });
    // The menu shows it, too; without a connection, only from the next page on.
    updateMenu().catch(() => {});
  }

  function handleFailure(error: unknown) {
    toastFailure("Error", error, "Your profile picture couldn't be saved");
  }

  const saving = useMutation({
    mutationFn: (profileImageURL: string) =>
      send<PictureAnswer>("PUT", calls.profileImages, { profileImageURL }),
    onSuccess({ objectPath }) {
      setImage(objectPath);
      toast(pictureSaved);
    },
    onError: handleFailure,
  });
  const removal = useMutation({
    mutationFn: () => send("DELETE", calls.profileImages),
    onSuccess() {
      setImage(null);
      toast(pictureRemoved);
    },
    onError: handleFailure,
  });
  const isPending = saving.isPending || removal.isPending;

  function handleUploaded(uploadURL: string) {
    dialog.close();
    saving.mutate(uploadURL);
  }

  function handleRemove(event: FormEvent) {
    event.preventDefault();
    removal.mutate();
  }

  return (
    <div className="picture row">
      <Avatar initials={initials} image={imageUrl} size="large" />
      <div className="picture-about stack">
        <Text as="p" className="picture-name">
          {name}
          <span className="note">This is how you appear in the directory.</span>
        </Text>
        {(waitsFor === undefined || imageUrl !== null) && (
          <div className="row gap-3">
            {waitsFor === undefined && (
              <Button
                type="button"
                aria-haspopup="dialog"
                disabled={isPending}
                onClick={dialog.open}
                className="with-script"
                size="3"
                variant="soft"
              >
                {saving.isPending ? "Saving..." : "Upload Image"}
              </Button>
            )}
            {imageUrl !== null && (
              <form method="post" action={paths.removePicture()} onSubmit={handleRemove}>
                <Button type="submit" disabled={isPending} size="3" variant="outline">
                  {removal.isPending ? "Removing..." : "Remove picture"}
                </Button>
              </form>
            )}
          </div>
        )}
        {waitsFor === undefined
          ? (
            <>
              <Text as="p" size="2" color="gray">
                Upload a photo or PDF from your computer. Maximum file size: 10MB.
              </Text>
              <noscript>
                <Text as="p" size="2" color="gray">Uploading a picture needs JavaScript.</Text>
              </noscript>
            </>
          )
          : (
            <Text as="p" size="2" color="gray">
              {`You can't add a picture yet. ${waitsFor.replace(/\.?$/, ".")}`}
            </Text>
          )}
      </div>
      {dialog.Part && <dialog.Part onUploaded={handleUploaded} onClose={dialog.close} />}
    </div>
  );
}

async function updateMenu(): Promise<void> {
  const shown = document.querySelector(".user-menu-face");
  if (shown === null) return;
  const page = await readPage(await fetch(location.href, { headers: { Accept: "text/html" } }));
  const next = page.querySelector(".user-menu-face");
  if (next) shown.replaceWith(document.adoptNode(next));
}
