/** Switches of a member's own profile. Each is saved when it is pressed, without a form. */
import { Text } from "@radix-ui/themes";
import { useMutation, useMutationState, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useLayoutEffect, useRef } from "react";
import type { Audience } from "../../../events/contacts/audiences.ts";
import type { OwnProfile as Profile } from "../../../api/contract/profile.ts";
import { type PrivacySwitch, privacySwitches } from "../../../events/vocabulary.ts";
import { send, ServerUnreachable } from "../../hydration/calls.ts";
import { keyOf } from "../../hydration/query-client.ts";
import { calls } from "../../paths.ts";
import { toastFailure } from "../../toasts/toasts.ts";
import { Notice } from "../../ui/notice.tsx";
import { Switch, type SwitchProps } from "../../ui/fields/switch.tsx";
import { useHasScript } from "../../ui/has-script.ts";
import { EyeIcon, EyeOffIcon } from "../../ui/icons.tsx";
import {
  audience as audienceWords,
  audienceText,
  type ProfileSwitch,
  seenByStaff,
  switchWords,
  visibilityWords,
} from "../profile/shared-switches.ts";

type Saved = Pick<Profile, "isVisible" | "sharedFields">;

interface OwnProfileProps {
  /** The switch of the whole profile, the switches of its parts, or the audience of one part. */
  readonly shows: "visibility" | "privacy" | PartAudience;
  /** The saved values when the page is made. */
  readonly saved: Saved;
  /** Whether others can see this member's profile once it is visible. */
  readonly isAdmitted?: boolean;
}

export interface PartAudience {
  /** The audience of a contact; all members by default. */
  readonly audience?: Audience;
  /** Switches of the part's fields. They are also in the list of all switches. */
  readonly switches?: readonly PrivacySwitch[];
  /** Whether the part shows only these fields. */
  readonly isOfSwitches?: boolean;
}

/** The island. A page may have both kinds, which share the saved values. */
export function OwnProfile({ shows, saved, isAdmitted = true }: OwnProfileProps) {
  const switches = useSwitches(saved);
  const isVisible = switches.isOn("isVisible");
  if (typeof shows === "object") {
    return <WhoSeesPart {...shows} of={switches} isSeen={isVisible && isAdmitted} />;
  }
  if (shows === "visibility") {
    return (
      <div className="visibility with-script">
        <SavedSwitch
          {...switches}
          name="isVisible"
          label={visibilityWords[isVisible ? "on" : "off"]}
          description={isVisible && isAdmitted
            ? "Members can find and see you"
            : isVisible
            ? "Only you can see it until staff approve you"
            : "Only you can see it"}
        />
      </div>
    );
  }
  return (
    <>
      {!isVisible && (
        <Notice title="Your profile is hidden">
          <Text as="p">
            Only you can see it. {seenByStaff} Your choices apply once your profile is visible.
          </Text>
        </Notice>
      )}
      <div
        className={isVisible
          ? "own-profile-switches with-script"
          : "own-profile-switches with-script own-profile-hidden"}
      >
        {privacySwitches.map((name) => (
          <SavedSwitch
            key={name}
            {...switches}
            {...switchWords[name]}
            name={name}
            meaning={isVisible ? audienceWords : { on: audienceWords.off, off: audienceWords.off }}
          />
        ))}
      </div>
    </>
  );
}

/** Says who sees a part of the profile. */
function WhoSeesPart(props: PartAudience & { readonly of: Switches; readonly isSeen: boolean }) {
  const { audience = "members", switches = [], isOfSwitches = false, of, isSeen } = props;
  const hidden = switches.filter((name) => !of.isOn(name));
  const isAllHidden = isOfSwitches && hidden.length === switches.length;
  const isOwnersAlone = !isSeen || isAllHidden || audience === "nobody";
  return (
    <Text as="p" className="who-sees small">
      {isOwnersAlone ? <EyeOffIcon /> : <EyeIcon />}
      {audienceText({ isSeen, audience, hidden, isAllHidden })}
    </Text>
  );
}

interface Change {
  readonly name: ProfileSwitch;
  readonly isOn: boolean;
}

type Switches = ReturnType<typeof useSwitches>;

const profileKey = keyOf(calls.ownProfile);
const mutationKey = ["switch"];

function useSwitches(saved: Saved) {
  const hasScript = useHasScript();
  const client = useQueryClient();
  const { data = saved, isFetching, isError } = useQuery<Profile>({ queryKey: profileKey });
  const { mutate } = useMutation({
    mutationKey,
    // Saves run one after the other: the last one wins on the server, too.
    scope: { id: "own-profile" },
    mutationFn: ({ name, isOn }: Change) =>
      send<Profile>(
        "PATCH",
        calls.profile,
        name === "isVisible" ? { isVisible: isOn } : { sharedFields: { [name]: isOn } },
      ),
    onSuccess: (saved) => void client.setQueryData(profileKey, saved),
    onError(error) {
      toastFailure("Error", error, "Your change couldn't be saved");
      // It may have been saved, with only the answer lost.
      if (error instanceof ServerUnreachable) {
        void client.invalidateQueries({ queryKey: profileKey });
      }
    },
  });
  const pressed = useMutationState({
    filters: { mutationKey },
    select: ({ state: { variables, status, error } }) => ({
      ...variables as Change,
      status,
      isLost: error instanceof ServerUnreachable,
    }),
  });
  // The page's other island may be ahead of this one, which starts with the page's values.
  const [profile, changes] = hasScript ? [data, pressed] : [saved, []];
  const lastOf = (name: ProfileSwitch) => {
    const last = changes.findLast((change) => change.name === name);
    return last && { ...last, isAsked: last.isLost && isFetching };
  };
  const isSaved = (name: ProfileSwitch) =>
    name === "isVisible" ? profile.isVisible : profile.sharedFields[name];

  return {
    /** The pressed state, until it is known whether it was saved. */
    isOn(name: ProfileSwitch): boolean {
      const last = lastOf(name);
      return last?.status === "pending" || last?.isAsked ? last.isOn : isSaved(name);
    },
    /** Outcome of the last press; absent before one. */
    news(name: ProfileSwitch): string {
      const last = lastOf(name);
      if (last === undefined) return "";
      if (last.isAsked) return "Loading profile...";
      if (last.status === "pending") return "Saving...";
      if (last.status === "success" || isSaved(name) === last.isOn) return "Saved";
      return isError ? "Not saved: no connection" : "Not saved";
    },
    save: (name: ProfileSwitch, isOn: boolean): void => mutate({ name, isOn }),
  };
}

interface SavedSwitchProps
  extends Switches, Pick<SwitchProps, "label" | "description" | "meaning"> {
  readonly name: ProfileSwitch;
}

function SavedSwitch({ name, isOn, news, save, ...words }: SavedSwitchProps) {
  const input = useRef<HTMLInputElement>(null);
  const early = useRef<boolean>(undefined);

  // It may have been pressed before the script was loaded. The next rendering shows the saved
  // value.
  useLayoutEffect(() => {
    early.current = input.current?.checked;
  }, []);

  useEffect(() => {
    const isPressed = early.current ?? isOn(name);
    if (isPressed !== isOn(name)) save(name, isPressed);
  }, []);

  return (
    <Switch
      {...words}
      ref={input}
      checked={isOn(name)}
      news={news(name)}
      onChange={({ target }) => save(name, target.checked)}
    />
  );
}
