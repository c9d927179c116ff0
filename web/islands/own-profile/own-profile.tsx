/** Switches of one's own profile. Each is saved when it is pressed, without a form. */
import { Text } from "@radix-ui/themes";
import { useMutation, useMutationState, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import type { Audience } from "../../../events/contacts/audiences.ts";
import type { OwnProfile as Profile } from "../../../api/contract/profile.ts";
import { type PrivacySwitch, privacySwitches } from "../../../events/vocabulary.ts";
import { send, ServerAway } from "../../hydration/calls.ts";
import { keyOf } from "../../hydration/query-client.ts";
import { calls } from "../../paths.ts";
import { toastFailure } from "../../toasts/toasts.ts";
import { Notice } from "../../ui/notice.tsx";
import { Switch, type SwitchProps } from "../../ui/fields/switch.tsx";
import { useHasScript } from "../../ui/has-script.ts";
import { EyeIcon, EyeOffIcon } from "../../ui/icons.tsx";
import {
  audience as audienceWords,
  type ProfileSwitch,
  seenByStaff,
  sharedInWords,
  switchWords,
  visibilityWords,
  whoSees,
} from "../profile/shared-switches.ts";

type Saved = Pick<Profile, "isVisible" | "sharedFields">;

interface OwnProfileProps {
  /** The switch of the whole profile, those of all its parts, or who sees one part. */
  readonly shows: "visibility" | "privacy" | PartAudience;
  /** What is saved as the page is made. */
  readonly saved: Saved;
  /** Whether others see the profile of this member once it is visible. */
  readonly isAdmitted?: boolean;
}

export interface PartAudience {
  /** What others see with the profile, within a sentence. */
  readonly shown?: string | undefined;
  /** The switch that it depends on, if there is one, which is elsewhere. */
  readonly sharedBy?: PrivacySwitch;
  /** Of a contact. All members by default. */
  readonly audience?: Audience;
  /** What others see as long as its switch is on. */
  readonly switches?: readonly PrivacySwitch[];
}

/** The island. A page may have both kinds: they share what is saved. */
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

/** Says who sees a part of the profile, with the switches that change it. */
function WhoSeesPart(props: PartAudience & { readonly of: Switches; readonly isSeen: boolean }) {
  const { shown, sharedBy, audience = "members", switches = [], of, isSeen } = props;
  const line = (what: string, isShared: boolean) => (
    <>
      {isSeen && isShared ? <EyeIcon /> : <EyeOffIcon />}
      {whoSees(what, isShared, isSeen, audience)}
    </>
  );
  return (
    <div className="who-sees small">
      {shown !== undefined && (
        <Text as="p" className="who-sees-line">
          {line(
            shown,
            audience !== "nobody" && (sharedBy === undefined || of.isOn(sharedBy)),
          )}
        </Text>
      )}
      {switches.map((name) => (
        <div key={name} className="who-sees-switch with-script">
          <SavedSwitch
            {...of}
            name={name}
            label={whoSees(sharedInWords[name], of.isOn(name), isSeen)}
          />
        </div>
      ))}
      {switches.map((name) => (
        <Text as="p" key={name} className="who-sees-line without-script">
          {line(sharedInWords[name], of.isOn(name))}
        </Text>
      ))}
    </div>
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
    // One save after the other: the last one wins on the server, too.
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
      // Perhaps it was saved, and only the answer got lost.
      if (error instanceof ServerAway) void client.invalidateQueries({ queryKey: profileKey });
    },
  });
  const pressed = useMutationState({
    filters: { mutationKey },
    select: ({ state: { variables, status, error } }) => ({
      ...variables as Change,
      status,
      isLost: error instanceof ServerAway,
    }),
  });
  // The page's other island may be ahead of this one, which begins with what the page shows.
  const [profile, changes] = hasScript ? [data, pressed] : [saved, []];
  const lastOf = (name: ProfileSwitch) => {
    const last = changes.findLast((change) => change.name === name);
    return last && { ...last, isAsked: last.isLost && isFetching };
  };
  const isSaved = (name: ProfileSwitch) =>
    name === "isVisible" ? profile.isVisible : profile.sharedFields[name];

  return {
    /** What was pressed, until it is known what of it was saved. */
    isOn(name: ProfileSwitch): boolean {
      const last = lastOf(name);
      return last?.status === "pending" || last?.isAsked ? last.isOn : isSaved(name);
    },
    /** What became of the last press; nothing before it. */
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
  // A page may have the switch twice: news is read out once.
  const [isPressedHere, setPressedHere] = useState(false);

  function press(isPressed: boolean) {
    setPressedHere(true);
    save(name, isPressed);
  }

  // It may have been pressed before the script was there. The next rendering shows what is saved.
  useLayoutEffect(() => {
    early.current = input.current?.checked;
  }, []);

  useEffect(() => {
    const isPressed = early.current ?? isOn(name);
    if (isPressed !== isOn(name)) press(isPressed);
  }, []);

  return (
    <Switch
      {...words}
      ref={input}
      checked={isOn(name)}
      news={isPressedHere ? news(name) : ""}
      onChange={({ target }) => press(target.checked)}
    />
  );
}
