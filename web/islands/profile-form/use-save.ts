import "../../forms/without-eval.ts";
import { useMutation } from "@tanstack/react-query";
import { type FormEvent, type RefObject, startTransition, useRef, useState } from "react";
import { fieldOrder } from "../../../events/members/profile-fields.ts";
import { paths } from "../../paths.ts";
import { inOrderOf } from "../../forms/field-order.ts";
import { mayLeave } from "../../forms/unsaved.ts";
import { afterPaint } from "../../hydration/after-paint.ts";
import { ApiError, isSessionOver, messageOf, reachServer } from "../../hydration/calls.ts";
import { countFault, isFault } from "../../hydration/faults.ts";
import { goTo } from "../../hydration/navigation.ts";
import type { Toast } from "../../toasts/toast.ts";
import { toast, toastAfterNavigation } from "../../toasts/toasts.ts";
import { ChangedElsewhere } from "./changed-elsewhere.ts";
import { type ProfileFormValues, profileInput, readProfileForm } from "./form-values.ts";
import {
  profileChangedElsewhere,
  profileCreated,
  profileUpdated,
  sessionEnded,
} from "./messages.ts";
import type { ProfileFormProps } from "./profile-form.tsx";
import type { saveProfile } from "./save-profile.ts";
import type { Draft } from "./use-draft.ts";
import { changedElsewhere } from "./words.ts";

/** Time to read the toast about a new profile before the page changes. */
const redirectMs = 500;

/**
 * Saving of the profile form: checks it by the API's rules, saves it, and shows what went wrong.
 *
 * @param form The form's element.
 */
export function useSave(
  { isEdit, role, year, ownTopics, errors: given }: ProfileFormProps,
  form: RefObject<HTMLFormElement | null>,
  draft: Draft,
) {
  const [errors, setErrors] = useState(given);
  const [refused, setRefused] = useState({ attempt: 0, fields: inOrderOf(fieldOrder, given) });
  const [exists, setExists] = useState(isEdit);
  const [isLeaving, setLeaving] = useState(false);
  const [isSignedOut, setSignedOut] = useState(false);
  /** Whether the rules are loading. */
  const [isPreparing, setPreparing] = useState(false);
  const isSending = useRef(false);
  const isSaved = useRef(false);
  function handleRefused(fields: Readonly<Record<string, string>>) {
    isSending.current = false;
    const ordered = inOrderOf(fieldOrder, fields);
    startTransition(() => {
      setErrors(fields);
      setRefused(({ attempt }) => ({ attempt: attempt + 1, fields: ordered }));
    });
  }

  function handleDiscard() {
    setErrors({});
    setRefused(({ attempt }) => ({ attempt, fields: {} }));
    draft.discard();
    toast({
      title: "Discarded",
      description: "The form shows what we have saved for you.",
    });
  }

  /** Leads to the profile, unless something else on this page is unsaved. */
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
    mutationFn: (
      { save, typed }: { readonly save: typeof saveProfile; readonly typed: ProfileFormValues },
    ) => save({ opened: draft.opened, typed }),
    onSuccess(stored) {
      isSaved.current = true;
      setSignedOut(false);
      draft.settle(stored);
      setLeaving(true);
      if (exists) return void leave(profileUpdated);
      // This page is left in a moment; the next one shows the toast, too.
      toast(profileCreated);
      setTimeout(() => void leave(profileCreated), redirectMs);
    },
    onError: handleFailure,
  });

  function handleFailure(error: unknown) {
    if (isFault(error) && form.current !== null) return void giveUp(form.current, error);
    if (error instanceof ChangedElsewhere) {
      setExists(true);
      draft.goOnFrom(error.stored);
      handleRefused(Object.fromEntries(
        error.fields.map((name) => [name, changedElsewhere(error.stored.values[name])]),
      ));
    } else {
      handleRefused(error instanceof ApiError ? error.fields : {});
    }
    setSignedOut(isSessionOver(error));
    toast({ variant: "destructive", title: "Error", description: wordsFor(error) });
  }

  async function handleSubmit(event: FormEvent<HTMLFormElement>) {
    // A button that changes a list, pressed before the script ran, is handled by the server.
    const { submitter } = event.nativeEvent as SubmitEvent;
    if (submitter?.hasAttribute("name")) return;
    event.preventDefault();
    // React state would be too late for people who press twice while the rules are still loading.
    if (isSending.current) return;
    isSending.current = true;
    isSaved.current = false;
    const element = event.currentTarget;
    try {
      await checkAndSave(element);
    } catch (error) {
      await giveUp(element, error);
    }
  }

  async function checkAndSave(element: HTMLFormElement) {
    const typed = readProfileForm(new FormData(element));
    // The rules come with zod. Neither is needed before the first save.
    // Without them the form is sent as it would be without script: the server has them, too.
    setPreparing(true);
    await afterPaint();
    const loaded = await Promise.all([
      import("../../../events/members/profile.ts"),
      import("./save-profile.ts"),
      import("../../../events/program/topics.ts"),
    ]).catch(() => undefined);
    setPreparing(false);
    if (loaded === undefined) return await submitPlainly(element);
    const [rules, { saveProfile: save }, { createTopics }] = loaded;
    const topics = createTopics(ownTopics);
    const check = rules.checkProfile(profileInput(typed), { role, year, topics });
    if (check.ok) {
      setErrors({});
      setRefused(({ attempt }) => ({ attempt, fields: {} }));
      saving.mutate({ save, typed });
    } else {
      handleRefused(check.fields);
    }
  }

  /** The script failed: unsaved values are posted as they would be without script. */
  async function giveUp(element: HTMLFormElement, error: unknown) {
    countFault("form", error);
    if (!isSaved.current) return await submitPlainly(element);
    draft.settle();
    goTo(paths.profile());
  }

  async function submitPlainly(element: HTMLFormElement) {
    try {
      // Without an answer, the browser would show its own page in place of what was typed.
      await reachServer();
    } catch (error) {
      return handleFailure(error);
    }
    draft.settle();
    element.submit();
  }

  /** Removes the message of a field that is being corrected. */
  function handleChange(event: FormEvent<HTMLFormElement>) {
    draft.keep();
    const { name } = event.target as HTMLInputElement;
    if (!(name in errors)) return;
    const { [name]: _, ...others } = errors;
    setErrors(others);
  }

  return {
    /** Messages by field. */
    errors,
    /** Messages of the last attempt, in the order of the fields, and its number. */
    refused,
    /** Whether the profile exists by now. */
    exists,
    isPending: isPreparing || saving.isPending || isLeaving,
    isSignedOut,
    handleSubmit,
    handleChange,
    handleDiscard,
  };
}

function wordsFor(error: unknown): string {
  if (error instanceof ChangedElsewhere) return profileChangedElsewhere;
  return isSessionOver(error)
    ? sessionEnded
    : messageOf(error, "We couldn't save your profile. Try again");
}
