import { Button, Link, Text } from "@radix-ui/themes";
import "../../forms/without-eval.ts";
import { useCallback, useEffect, useRef } from "react";
import { labelOf } from "../../../events/members/profile-fields.ts";
import { paths } from "../../paths.ts";
import { ButtonLink } from "../../ui/button-link.tsx";
import { Notice } from "../../ui/notice.tsx";
import { ErrorSummary } from "../../ui/fields/error-summary.tsx";
import { controls, type ProfileFormValues } from "./form-values.ts";
import { Sections } from "./sections.tsx";
import { useDraft } from "./use-draft.ts";
import { type SaveOptions, useSave } from "./use-save.ts";
import { fieldId, offersId } from "./words.ts";

export interface ProfileFormProps extends SaveOptions {
  readonly memberId: string;
  /** The program's short name. */
  readonly program: string;
  /** Saved values with their version; `""` if nothing is saved. */
  readonly values: ProfileFormValues;
  readonly version: string;
  /** Sent values, if the server refused the form. */
  readonly sent?: ProfileFormValues;
}

/**
 * Form of the member's profile. It posts without script; once hydrated, it checks and saves in
 * place.
 */
export function ProfileForm(props: ProfileFormProps) {
  const { memberId, role, program, values: saved, ownTopics, version = "", sent } = props;
  const form = useRef<HTMLFormElement>(null);
  const draft = useDraft({ memberId, form, saved: { version, values: saved }, sent });
  const { errors, refused, exists, isPending, isSignedOut, ...handlers } = useSave(props, draft);
  // Always the same function; otherwise every field would render again at each press of a button.
  const keepDraft = useRef(draft.keep);
  keepDraft.current = draft.keep;
  const handleEntries = useCallback(() => keepDraft.current(), []);

  useEffect(() => {
    const follow = () =>
      void import("./follow-sections.ts").then((module) => module.followSections(), () => {});
    addEventListener("scroll", follow, { once: true, passive: true });
  }, []);

  return (
    <form
      ref={form}
      className="profile-form stack gap-4"
      method="post"
      action={paths.editProfile()}
      noValidate
      onSubmit={handlers.handleSubmit}
      onChange={handlers.handleChange}
      onFocus={({ target }) => attachSuggestions(target, true)}
      onBlur={({ target }) => attachSuggestions(target, false)}
    >
      {/* Enter in a field presses a form's first button, which must save. */}
      <button className="visually-hidden" type="submit" tabIndex={-1} aria-hidden="true">
        Save
      </button>
      <input type="hidden" name={controls.version} value={draft.opened.version} />
      {draft.isRestored && (
        <Notice title="We kept what you had typed">
          <Text as="p">It is not saved yet.</Text>
          <Button type="button" onClick={handlers.handleDiscard} size="2" variant="outline">
            Discard
          </Button>
        </Notice>
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
        <Notice tone="danger" title="Your session has ended">
          <Text as="p">
            What you typed is kept here.{" "}
            <Link href={paths.home()} target="_blank">Sign in in a new tab</Link>, then save again.
          </Text>
        </Notice>
      )}
      <div className="profile-form-actions row gap-3">
        <ButtonLink href={paths.profile()} variant="outline">Cancel</ButtonLink>
        <Button type="submit" disabled={isPending} size="3">
          {isPending ? "Saving..." : exists ? "Save Changes" : "Create Profile"}
        </Button>
      </div>
    </form>
  );
}

/** A field with a list is announced as a combobox, so it has one only while it has the focus. */
function attachSuggestions(field: HTMLElement, isTyped: boolean): void {
  const list = offersId((field as HTMLInputElement).name);
  if (list === undefined) return;
  if (isTyped) field.setAttribute("list", list);
  else field.removeAttribute("list");
}
