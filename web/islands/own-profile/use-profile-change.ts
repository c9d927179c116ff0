import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { OwnProfile } from "../../../api/contract/profile.ts";
import type { PrivacySwitch } from "../../../events/vocabulary.ts";
import { calls } from "../../paths.ts";
import { messageOf, send } from "../api.ts";
import { toast } from "../toasts.ts";

/** What is switched without a form. */
export interface VisibilityChange {
  readonly isVisible?: boolean;
  readonly sharedFields?: Readonly<Partial<Record<PrivacySwitch, boolean>>>;
}

const ownProfileKey = [calls.ownProfile];

/** The viewer's own profile, seeded by the page; `null` when they have none. */
export function useOwnProfile() {
  return useQuery<OwnProfile | null>({ queryKey: ownProfileKey });
}

/**
 * Saves a switch. It shows as switched at once and goes back, with a word about it, when the server
 * does not follow. Changes are sent one after the other, so that the last one wins there, too.
 */
export function useProfileChange() {
  const client = useQueryClient();
  const update = (change: (profile: OwnProfile) => OwnProfile) =>
    client.setQueryData<OwnProfile | null>(ownProfileKey, (profile) => profile && change(profile));

  return useMutation({
    scope: { id: "own-profile" },
    mutationFn: (change: VisibilityChange) => send("PATCH", calls.profile, change),
    onMutate(change) {
      const before = client.getQueryData<OwnProfile | null>(ownProfileKey);
      update((profile) => ({
        ...profile,
        ...change,
        sharedFields: { ...profile.sharedFields, ...change.sharedFields },
      }));
      return { before };
    },
    onError(error, _change, context) {
      const before = context?.before;
      if (before) update(() => before);
      // Another change may have been on its way: the server knows what holds.
      void client.invalidateQueries({ queryKey: ownProfileKey });
      toast({
        variant: "destructive",
        title: "Error",
        description: messageOf(error, "Your change could not be saved"),
      });
    },
  });
}
