import { useSetAtom } from "jotai/react";
import { type RefObject, useEffect, useRef, useState } from "react";
import { draftAtom } from "../../forms/drafts.ts";
import { markUnsaved } from "../../forms/unsaved.ts";
import { readStored } from "../../hydration/storage.ts";
import { type ProfileFormValues, readProfileForm } from "./form-values.ts";
import { changesOf, joined, withChanges } from "./reconcile.ts";
import type { OpenedProfile } from "./save-profile.ts";

const formName = "profile";

export type Draft = ReturnType<typeof useDraft>;

interface DraftOptions {
  readonly memberId: string;
  readonly form: RefObject<HTMLFormElement | null>;
  readonly saved: OpenedProfile;
  /** The page's values: the saved ones, or those of a refused form. */
  readonly sent: ProfileFormValues | undefined;
}

/** Draft of the profile form: unsaved values survive a reload until they are saved. */
export function useDraft(
  { memberId, form, saved: { values: saved, version }, sent }: DraftOptions,
) {
  const [kept] = useState(() => draftAtom(formName, memberId));
  const keepDraft = useSetAtom(kept);
  const [shown, setShown] = useState({ values: sent ?? saved, version: 0 });
  const [opened, setOpened] = useState({ version, values: saved });
  const [isRestored, setRestored] = useState(false);
  const focused = useRef<string>(undefined);

  useEffect(() => {
    // Storage, and values typed before this ran, exist only in the browser.
    if (form.current === null) return;
    const early = changesOf(sent ?? saved, readProfileForm(new FormData(form.current)));
    const restored = sent ?? withChanges(saved, readStored(kept));
    const values = { ...restored, ...early };
    storeDraft(values);
    const wasRestored = Object.keys(changesOf(saved, restored)).length > 0;
    if (sent !== undefined || !wasRestored) return;
    show(values);
    setRestored(true);
  }, []);

  useEffect(() => {
    // New fields replaced the one that had the focus.
    if (shown.version === 0 || focused.current === undefined) return;
    form.current?.querySelector<HTMLElement>(`[name="${focused.current}"]`)?.focus();
  }, [shown.version]);

  function storeDraft(values: ProfileFormValues, base = opened.values) {
    const changes = changesOf(base, values);
    const isUnsaved = Object.keys(changes).length > 0;
    markUnsaved(formName, isUnsaved, true);
    keepDraft(isUnsaved ? changes : undefined);
  }

  function show(values: ProfileFormValues, focus?: string) {
    const active = document.activeElement;
    focused.current = focus ??
      (form.current?.contains(active) ? active?.getAttribute("name") ?? undefined : undefined);
    setShown(({ version }) => ({ values, version: version + 1 }));
  }

  function settle(stored?: OpenedProfile) {
    if (stored !== undefined) setOpened(stored);
    markUnsaved(formName, false);
    keepDraft(undefined);
  }

  return {
    /** Initial values of the fields, and their key. Changing it renders them again. */
    ...shown,
    /** Whether the fields show unsaved values of an earlier visit. */
    isRestored,
    /** Must be called whenever a field changed. */
    keep(): void {
      if (form.current !== null) storeDraft(readProfileForm(new FormData(form.current)));
    },
    /** Restores the saved values. */
    discard(): void {
      settle();
      setRestored(false);
      show(opened.values, "classYear");
    },
    /** Saved values on which changes are based. */
    opened,
    /** Uses a newer stored version as the form's base. Changes made here stay. */
    goOnFrom(stored: OpenedProfile): void {
      if (form.current === null) return;
      const typed = readProfileForm(new FormData(form.current));
      const values = joined({ opened: opened.values, typed, stored: stored.values });
      setOpened(stored);
      storeDraft(values, stored.values);
      // The summary has the focus.
      focused.current = undefined;
      setShown(({ version }) => ({ values, version: version + 1 }));
    },
    /** Drops the draft once the form is saved: with this result, or by a post without script. */
    settle,
  };
}
