import "../../forms/without-eval.ts";
import { useMutation } from "@tanstack/react-query";
import { type FormEvent, startTransition, useCallback, useEffect, useRef, useState } from "react";
import { fieldOrder, labelOf } from "../../../events/members/profile-fields.ts";
import type { OwnTopic } from "../../../events/program/settings.ts";
import type { Role } from "../../../events/vocabulary.ts";
import { paths } from "../../paths.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { Callout } from "../../ui/callout.tsx";
import { ErrorSummary } from "../../ui/error-summary.tsx";
import { ApiError, isSessionOver, messageOf, reachServer } from "../../hydration/calls.ts";
import { countFault, isFault } from "../../hydration/faults.ts";
import { inOrderOf } from "../../forms/field-order.ts";
import { goTo } from "../../hydration/navigation.ts";
import { afterPaint } from "../../hydration/after-paint.ts";
import { controls, type ProfileFormValues, profileInput, readProfileForm } from "./form-values.ts";
import {
  profileChangedElsewhere,
  profileCreated,
  profileUpdated,
  sessionEnded,
} from "./messages.ts";
import { ChangedElsewhere } from "./changed-elsewhere.ts";
import type { saveProfile } from "./save-profile.ts";
import { Sections } from "./sections.tsx";
import { useDraft } from "./use-draft.ts";
import { changedElsewhere, fieldId, offersId } from "./words.ts";
import type { Toast } from "../../toasts/toast.ts";
import { toast, toastAfterNavigation } from "../../toasts/toasts.ts";
import { mayLeave } from "../../forms/unsaved.ts";

export interface ProfileFormProps {
  readonly memberId: string;
  /** There is a profile already: it is changed, not created. */
  readonly isEdit: boolean;
  readonly role: Role;
  /** The program's short name. */
  readonly program: string;
  /** The current year, for the bounds of class years. */
  readonly year: number;
  /** Saved values with their version; `""` when nothing is saved. */
  readonly values: ProfileFormValues;
  /** Help topics of the program's own that this member can choose, or has. */
  readonly ownTopics: readonly OwnTopic[];
  readonly version: string;
  /** Values that were sent, when the server refused the form. */
  readonly sent?: ProfileFormValues;
  /** Messages by field, when the server refused the form. */
  readonly errors: Readonly<Record<string, string>>;
}

interface ToSave {
  readonly save: typeof saveProfile;
  readonly typed: ProfileFormValues;
}

/** Time to read the toast about a new profile before the page changes. */
const redirectMs = 500;

/** Writes the viewer's profile. A form that posts; once hydrated, it checks and saves in place. */
export function ProfileForm(props: ProfileFormProps) {
  const {
    memberId,
    isEdit,
    role,
    program,
    year,
    values: saved,
    ownTopics,
    version = "",
    sent,
    errors: given,
  } = props;
  const form = useRef<HTMLFormElement>(null);
  const [errors, setErrors] = useState(given);
  const [refused, setRefused] = useState({ attempt: 0, fields: inOrderOf(fieldOrder, given) });
  const [exists, setExists] = useState(isEdit);
  const [isLeaving, setLeaving] = useState(false);
  const [isSignedOut, setSignedOut] = useState(false);
  /** Whether the rules are loading. */
  const [isPreparing, setPreparing] = useState(false);
  const isSending = useRef(false);
  const isSaved = useRef(false);
  const draft = useDraft({ memberId, form, saved: { version, values: saved }, sent });
  // Always the same function: otherwise every field would render again at each press of a button.
  const keepDraft = useRef(draft.keep);
  keepDraft.current = draft.keep;
  const handleEntries = useCallback(() => keepDraft.current(), []);

  useEffect(() => {
    const follow = () =>
      void import("./follow-sections.ts").then((module) => module.followSections(), () => {});
    addEventListener("scroll", follow, { once: true, passive: true });
  }, []);

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
    mutationFn: ({ save, typed }: ToSave) => save({ opened: draft.opened, typed }),
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
    // The rules come with zod. Neither is needed before somebody saves.
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

  const isPending = isPreparing || saving.isPending || isLeaving;
  return (
    <form
      ref={form}
      className="profile-form stack gap-4"
      method="post"
      action={paths.editProfile()}
      noValidate
      onSubmit={handleSubmit}
      onChange={handleChange}
      onFocus={({ target }) => lendOffers(target, true)}
      onBlur={({ target }) => lendOffers(target, false)}
    >
      {/* Enter in a field presses the first button of a form: that one has to save. */}
      <button className="visually-hidden" type="submit" tabIndex={-1} aria-hidden="true">
        Save
      </button>
      <input type="hidden" name={controls.version} value={draft.opened.version} />
      {draft.isRestored && (
        <Callout title="We kept what you had typed">
          <p>It is not saved yet.</p>
          <Button variant="outline" size="small" onClick={handleDiscard}>Discard</Button>
        </Callout>
      )}
      <ErrorSummary
        attempt={refused.attempt}
        errors={Object.entries(refused.fields).map(([name, message]) => ({
          fieldId: fieldId(name),
          message,
          // Messages about required fields name the field themselves.
          ...(!message.endsWith(" is required") && { label: labelOf(name, { role, program }) }),
        }))}
      />
      <Sections
        key={draft.version}
        role={role}
        program={program}
        values={draft.values}
        ownTopics={ownTopics}
        errors={errors}
        onEntries={handleEntries}
      />
      {isSignedOut && (
        <Callout tone="danger" title="Your session has ended">
          <p>
            What you typed is kept here.{" "}
            <a href={paths.home()} target="_blank">Sign in in a new tab</a>, then save again.
          </p>
        </Callout>
      )}
      <div className="profile-form-actions row gap-3">
        <ButtonLink variant="outline" href={paths.profile()}>Cancel</ButtonLink>
        <Button type="submit" disabled={isPending}>
          {isPending ? "Saving..." : exists ? "Save Changes" : "Create Profile"}
        </Button>
      </div>
    </form>
  );
}

/** A field with a list is announced as a combobox: it is one while it has the focus. */
function lendOffers(field: HTMLElement, isTyped: boolean): void {
  const list = offersId((field as HTMLInputElement).name);
  if (list === undefined) return;
  if (isTyped) field.setAttribute("list", list);
  else field.removeAttribute("list");
}

function wordsFor(error: unknown): string {
  if (error instanceof ChangedElsewhere) return profileChangedElsewhere;
  return isSessionOver(error)
    ? sessionEnded
    : messageOf(error, "We couldn't save your profile. Try again");
}
