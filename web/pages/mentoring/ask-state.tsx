import { Button } from "@radix-ui/themes";
import type { MentoringSettings } from "../../../api/contract/connections.ts";
import { counted } from "../../../events/amounts.ts";
import type { MemberRecord } from "../../../events/members/record.ts";
import { roleTraits } from "../../../events/vocabulary.ts";
import { ActionForm } from "../../forms/action-form.tsx";
import { pagePaths, paths } from "../../paths.ts";
import { ButtonLink } from "../../ui/button-link.tsx";
import { monthText } from "../connections/words.ts";

/** Whether cadets can ask a member for help now, or the first obstacle. */
export type AskState =
  | { readonly is: "open" | "no-profile" | "hidden" | "off" }
  | { readonly is: "full"; readonly capacity: number }
  /** Until a month, or `resumed`: until the member resumes. */
  | { readonly is: "paused"; readonly until: string };

type Mentor = Pick<MemberRecord, "profile" | "conversations">;

/** @param settings With a pause only while it lasts. */
export function askStateOf(
  { profile, conversations }: Mentor,
  { takesRequests, pausedUntil, capacity }: Omit<MentoringSettings, "wantsReminders">,
): AskState {
  if (profile === null) return { is: "no-profile" };
  if (!profile.isVisible) return { is: "hidden" };
  if (!takesRequests) return { is: "off" };
  if (pausedUntil !== null) return { is: "paused", until: pausedUntil };
  if (conversations >= capacity) return { is: "full", capacity };
  return { is: "open" };
}

/**
 * Whether a member has mentoring settings: members who can be asked by default, and others once
 * they take requests.
 */
export function isMentor(
  { role }: Pick<MemberRecord, "role">,
  { takesRequests }: Pick<MentoringSettings, "takesRequests">,
): boolean {
  return takesRequests || role !== null && roleTraits[role].takesRequests === true;
}

/** The state's meaning for cadets, in one line. */
export function askStateText(state: AskState): string {
  switch (state.is) {
    case "open":
      return "Cadets can ask you for help now.";
    case "full":
      return `You're in ${
        counted(state.capacity, "conversation")
      }, as many as you allow. Cadets can ask you again when one ends.`;
    case "paused":
      return state.until === "resumed"
        ? "Cadets can't ask you for help: we paused your requests because two weren't answered."
        : `Cadets can't ask you for help until ${monthText(state.until)}.`;
    case "off":
      return "Cadets can't ask you for help: you aren't taking requests.";
    case "hidden":
      return "Cadets can't find you: your profile is hidden.";
    case "no-profile":
      return "Cadets can't find you until you create a profile.";
  }
}

/** The button that lets cadets ask again; absent if they can, or if only time helps. */
export function AskStateButton(
  { state, from }: { readonly state: AskState; readonly from?: "home" },
) {
  switch (state.is) {
    case "open":
    case "full":
      return null;
    case "no-profile":
      return <ButtonLink href={paths.editProfile()}>Create your profile</ButtonLink>;
    case "hidden":
      return (
        <ActionForm action={pagePaths.visibility()} hidden={{ isVisible: "true", from }}>
          <Button type="submit" size="3">Show my profile</Button>
        </ActionForm>
      );
    case "off":
      return (
        <ActionForm action={pagePaths.mentoring()} hidden={{ takesRequests: "true", from }}>
          <Button type="submit" size="3">Take requests</Button>
        </ActionForm>
      );
    case "paused":
      return (
        <ActionForm action={pagePaths.mentoring()} hidden={{ resume: "true", from }}>
          <Button type="submit" size="3">Take requests again</Button>
        </ActionForm>
      );
  }
}
