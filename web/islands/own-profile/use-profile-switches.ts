import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { OwnProfile } from "../../../api/contract/profile.ts";
import type { PrivacySwitch } from "../../../events/vocabulary.ts";
import { calls } from "../../paths.ts";
import { send, ServerAway } from "../../hydration/calls.ts";
import { toastFailure } from "../../toasts/toasts.ts";

/** What is switched without a form: the whole profile, or one part of it. */
export type ProfileSwitch = "isVisible" | PrivacySwitch;

export interface ProfileSwitches {
  /** The viewer's own profile; `null` when there is none, `undefined` while it is looked up. */
  readonly profile: OwnProfile | null | undefined;
  isOn(name: ProfileSwitch): boolean;
  /**
   * Saves a switch. It shows as switched at once, and goes back, with a word about it, when the
   * server does not follow.
   */
  turn(name: ProfileSwitch, isOn: boolean): void;
  /** What became of a switch that was turned here: a word beside it. */
  newsOf(name: ProfileSwitch): string;
}

interface Turn {
  readonly name: ProfileSwitch;
  readonly isOn: boolean;
}

const ownProfileKey = [calls.ownProfile];

/** The viewer's own profile, seeded by the page, with its switches. */
export function useProfileSwitches(): ProfileSwitches {
  const client = useQueryClient();
  const { data: profile } = useQuery<OwnProfile | null>({ queryKey: ownProfileKey });
  // What was switched here. The query client tells its readers a moment later, which would show.
  const [turned, setTurned] = useState<Readonly<Partial<Record<ProfileSwitch, boolean>>>>({});

  const [news, setNews] = useState<Readonly<Partial<Record<ProfileSwitch, string>>>>({});
  const tell = (name: ProfileSwitch, word: string) =>
    setNews((news) => ({ ...news, [name]: word }));

  const saving = useMutation({
    // One after the other, so that the last one wins on the server, too.
    scope: { id: "own-profile" },
    mutationFn: ({ name, isOn }: Turn) =>
      send<OwnProfile>(
        "PATCH",
        calls.profile,
        name === "isVisible" ? { isVisible: isOn } : { sharedFields: { [name]: isOn } },
      ),
    onSuccess(saved, { name }) {
      tell(name, "Saved");
      client.setQueryData(ownProfileKey, saved);
    },
    onError(error, { name }) {
      setTurned(({ [name]: _, ...others }) => others);
      tell(name, error instanceof ServerAway ? "Not saved: no connection" : "Not saved");
      // Perhaps it was saved, and only the answer got lost.
      if (error instanceof ServerAway) askAgain();
      toastFailure("Error", error, "Your change could not be saved");
    },
  });

  function askAgain() {
    void client.refetchQueries({ queryKey: ownProfileKey });
    if (!navigator.onLine) addEventListener("online", askAgain, { once: true });
  }

  return {
    profile,
    isOn: (name) =>
      turned[name] ??
        (name === "isVisible" ? profile?.isVisible : profile?.sharedFields[name]) ?? true,
    newsOf: (name) => news[name] ?? "",
    turn(name, isOn) {
      setTurned((turned) => ({ ...turned, [name]: isOn }));
      tell(name, "Saving...");
      saving.mutate({ name, isOn });
    },
  };
}
