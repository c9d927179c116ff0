import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useRef, useState } from "react";
import type { ProfileChange } from "../../api/contract/profile.ts";
import type { Role } from "../../events/vocabulary.ts";
import { calls, paths } from "../paths.ts";
import { Button, ButtonLink } from "../ui/button.tsx";
import { Callout } from "../ui/callout.tsx";
import { ErrorSummary } from "../ui/error-summary.tsx";
import { ApiError, messageOf, send } from "./api.ts";
import { inOrderOf } from "./field-order.ts";
import { goTo } from "./navigation.ts";
import {
  fieldOrder,
  profileChange,
  type ProfileFormValues,
  profileInput,
  readProfileForm,
} from "./profile-form/form-values.ts";
import { profileCreated, profileUpdated, sessionEnded } from "./profile-form/messages.ts";
import { Sections } from "./profile-form/sections.tsx";
import { useDraft } from "./profile-form/use-draft.ts";
import { fieldId, labelOf } from "./profile-form/words.ts";
import type { Toast } from "./store.ts";
import { toast, toastAfterNavigation } from "./toasts.ts";
import { mayLeave } from "./unsaved.ts";

export interface ProfileFormProps {
  readonly memberId: string;
  /** There is a profile already: it is changed, not created. */
  readonly isEdit: boolean;
  readonly role: Role;
  /** The program's short name. */
  readonly program: string;
  /** The current year, for the bounds of class years. */
  readonly year: number;
  /** What is saved. */
  readonly values: ProfileFormValues;
  /** What was sent, when the form came back from the server. */
  readonly sent?: ProfileFormValues;
  /** Messages by field, when the form came back from the server. */
  readonly errors: Readonly<Record<string, string>>;
}

/** Time to read the first words about a new profile before the page goes. */
const redirectMs = 500;

/** Writes the viewer's profile. A form that posts; once hydrated, it checks and saves in place. */
export function ProfileForm(props: ProfileFormProps) {
  const { memberId, isEdit, role, program, year, values: saved, sent, errors: given } = props;
  const form = useRef<HTMLFormElement>(null);
  const [errors, setErrors] = useState(given);
  const [refused, setRefused] = useState({ attempt: 0, fields: inOrderOf(fieldOrder, given) });
  const [exists, setExists] = useState(isEdit);
  const [isLeaving, setLeaving] = useState(false);
  const isSending = useRef(false);
  const draft = useDraft({ memberId, form, saved, sent });

  function handleRefused(fields: Readonly<Record<string, string>>) {
    isSending.current = false;
    setErrors(fields);
    const ordered = inOrderOf(fieldOrder, fields);
    setRefused(({ attempt }) => ({ attempt: attempt + 1, fields: ordered }));
  }

  function handleDiscard() {
    setErrors({});
    setRefused(({ attempt }) => ({ attempt, fields: {} }));
    draft.discard();
    toast({
      title: "Discarded",
      description: exists ? "The form shows what is saved." : "The form is empty again.",
    });
  }

  /** On to the profile, unless something else on this page is not saved and shall not be lost. */
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
    mutationFn: (change: ProfileChange) => send(exists ? "PATCH" : "POST", calls.profile, change),
    onSuccess() {
      draft.settle();
      setLeaving(true);
      if (exists) return void leave(profileUpdated);
      // The page it shows on is gone in a moment; the next one goes on showing it.
      toast(profileCreated);
      setTimeout(() => void leave(profileCreated), redirectMs);
    },
    onError(error) {
      handleRefused(error instanceof ApiError ? error.fields : {});
      toast({
        variant: "destructive",
        title: "Error",
        description: error instanceof ApiError && error.status === 401
          ? sessionEnded
          : messageOf(error, "Your profile could not be saved"),
      });
    },
  });

  async function handleSubmit(event: FormEvent<HTMLFormElement>) {
    // A button that changes a list, pressed before the script ran, is the server's.
    const { submitter } = event.nativeEvent as SubmitEvent;
    if (submitter?.hasAttribute("name")) return;
    event.preventDefault();
    // State would be too late for whoever presses twice while the rules are still loading.
    if (isSending.current) return;
    isSending.current = true;
    const element = event.currentTarget;
    const typed = readProfileForm(new FormData(element));
    // The rules come with zod, which nobody needs before they save. Without them the form is sent
    // as it would be without script: the server has them, too.
    const rules = await import("../../events/members/profile.ts").catch(() => undefined);
    if (rules === undefined) {
      draft.settle();
      return element.submit();
    }
    const check = rules.checkProfile(profileInput(typed), { role, year });
    if (check.ok) {
      setErrors({});
      setRefused(({ attempt }) => ({ attempt, fields: {} }));
      saving.mutate(profileChange(typed));
    } else {
      handleRefused(check.fields);
    }
  }

  /** What someone is correcting is no longer what the message was about. */
  function handleChange(event: FormEvent<HTMLFormElement>) {
    draft.keep();
    const { name } = event.target as HTMLInputElement;
    if (!(name in errors)) return;
    const { [name]: _, ...others } = errors;
    setErrors(others);
  }

  const isPending = saving.isPending || isLeaving;
  return (
    <form
      ref={form}
      className="profile-form"
      method="post"
      action={paths.editProfile()}
      noValidate
      onSubmit={handleSubmit}
      onChange={handleChange}
    >
      {/* Enter in a field presses the first button of a form: it shall be one that saves. */}
      <button className="visually-hidden" type="submit" tabIndex={-1} aria-hidden="true">
        Save
      </button>
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
          // What is required says itself of what it is.
          ...(!message.endsWith(" is required") && { label: labelOf(name, role, program) }),
        }))}
      />
      <Sections
        key={draft.version}
        role={role}
        program={program}
        values={draft.values}
        errors={errors}
        onEntries={draft.keep}
      />
      <div className="profile-form-actions">
        <ButtonLink variant="outline" href={paths.profile()}>Cancel</ButtonLink>
        <Button type="submit" disabled={isPending}>
          {isPending ? "Saving..." : exists ? "Save Changes" : "Create Profile"}
        </Button>
      </div>
    </form>
  );
}
