import "../../forms/without-eval.ts";
import { useMutation } from "@tanstack/react-query";
import { type FormEvent, startTransition, useRef, useState } from "react";
import { fieldOrder } from "../../../events/members/profile-fields.ts";
import type { OwnTopic } from "../../../events/program/settings.ts";
import type { Role } from "../../../events/vocabulary.ts";
import { inOrderOf } from "../../forms/form-state.ts";
import { mayLeave } from "../../forms/unsaved.ts";
import { afterPaint } from "../../hydration/after-paint.ts";
import {
  ApiError,
  isScriptError,
  isSessionOver,
  messageOf,
  reachServer,
} from "../../hydration/calls.ts";
import { goTo } from "../../hydration/navigation.ts";
import { paths } from "../../paths.ts";
import type { Toast } from "../../toasts/toast.ts";
import { toast, toastAfterNavigation } from "../../toasts/toasts.ts";
import { profileInput, readProfileForm } from "./form-values.ts";
import { profileChangedElsewhere, profileCreated, profileUpdated } from "../../toasts/messages.ts";
import { ChangedElsewhere, saveProfile } from "./save-profile.ts";
import type { Draft } from "./use-draft.ts";
import { changedElsewhere } from "./words.ts";

/** Time to read the toast about a new profile before the page changes. */
const redirectMs = 500;

type Messages = Readonly<Record<string, string>>;

export interface SaveOptions {
  /** Whether there is a profile already, which is then changed. */
  readonly isEdit: boolean;
  readonly role: Role;
  /** The current year, for the bounds of class years. */
  readonly year: number;
  /** The program's own help topics that this member can choose, or has. */
  readonly ownTopics: readonly OwnTopic[];
  /** Messages by field, if the server refused the form. */
  readonly errors: Readonly<Record<string, string>>;
}

class Refused extends Error {
  constructor(readonly fields: Messages) {
    super("Refused");
  }
}

/** The rules could not be loaded. The server applies them, too. */
class NoRules extends Error {}

/** Saves the profile form: checks it by the API's rules, saves it, and shows errors. */
export function useSave(
  { isEdit, role, year, ownTopics, errors: given }: SaveOptions,
  draft: Draft,
) {
  const [errors, setErrors] = useState(given);
  const [refused, setRefused] = useState({ attempt: 0, fields: inOrderOf(fieldOrder, given) });
  const [exists, setExists] = useState(isEdit);
  const [isLeaving, setLeaving] = useState(false);
  const [isSignedOut, setSignedOut] = useState(false);
  // React state would be too late for people who press twice.
  const isSending = useRef(false);
  const isSaved = useRef(false);

  function showErrors(fields: Messages, step: 0 | 1 = 1) {
    const ordered = inOrderOf(fieldOrder, fields);
    startTransition(() => {
      setErrors(fields);
      setRefused(({ attempt }) => ({ attempt: attempt + step, fields: ordered }));
    });
  }

  function handleDiscard() {
    showErrors({}, 0);
    draft.discard();
    toast({
      title: "Discarded",
      description: "The form shows what we have saved for you.",
    });
  }

  /** Opens the profile, unless something else on this page is unsaved. */
  async function leave(message: Toast) {
    if (await mayLeave()) {
      toastAfterNavigation(message);
      goTo(paths.profile());
      return;
    }
    isSending.current = false;
    setExists(true);
    setLeaving(false);
    toast(message);
  }

  const saving = useMutation({
    async mutationFn(element: HTMLFormElement) {
      const typed = readProfileForm(new FormData(element));
      await afterPaint();
      // The rules are loaded with zod. Neither is needed before the first save.
      const [rules, { createTopics }] = await Promise.all([
        import("../../../events/members/profile.ts"),
        import("../../../events/program/topics.ts"),
      ]).catch(() => {
        throw new NoRules();
      });
      const topics = createTopics(ownTopics);
      const check = rules.checkProfile(profileInput(typed), { role, year, topics });
      if (!check.ok) throw new Refused(check.fields);
      showErrors({}, 0);
      return await saveProfile(draft.opened, typed);
    },
    onSuccess(stored) {
      isSaved.current = true;
      setSignedOut(false);
      draft.settle(stored);
      setLeaving(true);
      if (exists) return void leave(profileUpdated);
      // This page is left in a moment, so the next one shows the toast, too.
      toast(profileCreated);
      setTimeout(() => void leave(profileCreated), redirectMs);
    },
    onError: handleFailure,
  });

  /**
   * @param element The form. If its island broke, React has dropped it, but it is on the page
   * again.
   */
  function handleFailure(error: unknown, element: HTMLFormElement) {
    isSending.current = false;
    if (error instanceof Refused) return showErrors(error.fields);
    if (isScriptError(error)) console.error(error);
    if (isScriptError(error) || error instanceof NoRules) return void submitPlainly(element);
    if (error instanceof ChangedElsewhere) {
      const { fields, stored } = error;
      setExists(true);
      draft.goOnFrom(stored);
      showErrors(
        Object.fromEntries(fields.map((name) => [name, changedElsewhere(stored.values[name])])),
      );
    } else {
      showErrors(error instanceof ApiError ? error.fields : {});
    }
    setSignedOut(isSessionOver(error));
    toast({ variant: "destructive", title: "Error", description: wordsFor(error) });
  }

  function handleSubmit(event: FormEvent<HTMLFormElement>) {
    // The server handles a button that changes a list if it was pressed before the script ran.
    const { submitter } = event.nativeEvent as SubmitEvent;
    if (submitter?.hasAttribute("name")) return;
    event.preventDefault();
    if (isSending.current) return;
    isSending.current = true;
    isSaved.current = false;
    saving.mutate(event.currentTarget);
  }

  /** Posts unsaved values as without script, since the script failed. */
  async function submitPlainly(element: HTMLFormElement) {
    isSending.current = true;
    try {
      // Without an answer, the browser's own error page would replace the typed values.
      if (!isSaved.current) await reachServer();
    } catch (error) {
      return handleFailure(error, element);
    }
    draft.settle();
    if (isSaved.current) goTo(paths.profile());
    else element.submit();
  }

  /** Removes a field's message while it is being corrected. */
  function handleChange(event: FormEvent<HTMLFormElement>) {
    draft.keep();
    const { name } = event.target as HTMLInputElement;
    if (!(name in errors)) return;
    const { [name]: _, ...others } = errors;
    setErrors(others);
  }

  return {
    errors,
    /** Messages of the last attempt, in the order of the fields, and the attempt's number. */
    refused,
    /** Whether the profile exists by now. */
    exists,
    isPending: saving.isPending || isLeaving,
    isSignedOut,
    handleSubmit,
    handleChange,
    handleDiscard,
  };
}

function wordsFor(error: unknown): string {
  if (error instanceof ChangedElsewhere) return profileChangedElsewhere;
  return isSessionOver(error)
    ? "Your session has ended. Sign in again. This tab remembers what you typed."
    : messageOf(error, "We couldn't save your profile. Try again");
}
