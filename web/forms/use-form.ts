import "./without-eval.ts";
import { useMutation } from "@tanstack/react-query";
import { type FocusEvent, type FormEvent, useEffect, useRef, useState } from "react";
import { ApiError, reachServer } from "../hydration/calls.ts";
import { countFault, isFault } from "../hydration/faults.ts";
import { inOrderOf } from "./field-order.ts";
import { afterPaint } from "../hydration/after-paint.ts";
import { markUnsaved } from "./unsaved.ts";
import { type Checked, emptyForm, FormRefused, type FormState } from "./form-state.ts";

type Texts = Readonly<Record<string, string>>;
type Messages = Readonly<Record<string, string>>;

interface FormOptions<Value, Answer> {
  /** Names the form among those on its page; ids of its fields begin with it. */
  readonly id: string;
  /** Names of its fields, as they stand on the page from top to bottom. */
  readonly fields: readonly string[];
  readonly initial?: FormState | undefined;
  /** What is typed shall not be left behind by mistake. */
  readonly guardsChanges?: boolean;
  /** Loads the rules; called when they are first needed. */
  readonly loadCheck: () => Promise<(texts: Texts) => Checked<Value>>;
  readonly send: (value: Value) => Promise<Answer>;
  readonly onSuccess: (answer: Answer, value: Value) => void | Promise<void>;
  readonly onFailure: (error: unknown) => void;
}

/**
 * Enhancement of a plain form. A field is checked when it loses the focus, all of them when the form is
 * sent, with the API's own messages; and sending does not leave the page. Fields stay uncontrolled, so
 * that input from before hydration is kept.
 */
export function useForm<Value, Answer>(options: FormOptions<Value, Answer>) {
  const { id, initial = emptyForm, loadCheck, guardsChanges = false } = options;
  const form = useRef<HTMLFormElement>(null);
  const isSending = useRef(false);
  const isSaved = useRef(false);
  const [errors, setErrors] = useState<Messages>(initial.fields);
  const [failure, setFailure] = useState(initial.failure);
  // As it was when the form was refused: a list that shrinks while someone types would move the page.
  const [refused, setRefused] = useState({
    attempt: 0,
    fields: inOrderOf(options.fields, initial.fields),
  });
  /** The rules are on their way. */
  const [isPreparing, setPreparing] = useState(false);
  const saved = useRef<Texts>(initial.values);
  const sent = useRef<Texts>({});
  useEffect(() => {
    // What was typed before this ran shall not be left behind, either.
    if (guardsChanges) guard();
  }, []);

  const mutation = useMutation({
    mutationFn: options.send,
    onSuccess(answer: Answer, value: Value) {
      isSaved.current = true;
      saved.current = sent.current;
      if (guardsChanges) guard();
      return options.onSuccess(answer, value);
    },
    onError(error) {
      if (isFault(error) && form.current !== null) return void giveUp(form.current, error);
      const fields = messagesByField(error);
      if (Object.keys(fields).length > 0) showErrors(fields);
      options.onFailure(error);
    },
    onSettled() {
      isSending.current = false;
    },
  });

  function showErrors(fields: Messages) {
    const ordered = inOrderOf(options.fields, fields);
    setErrors(ordered);
    setRefused(({ attempt }) => ({ attempt: attempt + 1, fields: ordered }));
  }

  /** Tells the page whether leaving it would lose something. */
  function guard() {
    if (form.current === null) return;
    const texts = textsOf(form.current);
    const isChanged = options.fields.some((name) =>
      (texts[name] ?? "") !== (saved.current[name] ?? "")
    );
    markUnsaved(id, isChanged);
  }

  async function handleSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    // State would be too late for whoever presses twice while the rules are still loading.
    if (isSending.current) return;
    isSending.current = true;
    isSaved.current = false;
    setFailure(undefined);
    const element = event.currentTarget;
    try {
      await checkAndSend(element);
    } catch (error) {
      await giveUp(element, error);
    }
  }

  async function checkAndSend(element: HTMLFormElement) {
    const texts = textsOf(element);
    setPreparing(true);
    const check = await afterPaint().then(loadCheck).catch(() => undefined);
    setPreparing(false);
    if (check === undefined) return await submitPlainly(element);
    const checked = check(texts);
    if (checked.ok) {
      setErrors({});
      setRefused(({ attempt }) => ({ attempt, fields: {} }));
      sent.current = texts;
      mutation.mutate(checked.value);
    } else {
      isSending.current = false;
      showErrors(checked.fields);
    }
  }

  /** The script broke: the page as the server has it shows what was saved, or else the server is sent the form. */
  async function giveUp(element: HTMLFormElement, error: unknown) {
    countFault("form", error);
    if (!isSaved.current) return await submitPlainly(element);
    markUnsaved(id, false);
    location.reload();
  }

  /** Without the rules here the form is sent as it would be without script: the server has them. */
  async function submitPlainly(element: HTMLFormElement) {
    try {
      // Where nobody answers the browser would show its own page in place of what was typed.
      await reachServer();
    } catch (error) {
      isSending.current = false;
      return options.onFailure(error);
    }
    markUnsaved(id, false);
    element.submit();
  }

  async function handleBlur({ target, currentTarget }: FocusEvent<HTMLFormElement>) {
    const { name, value } = target as EventTarget & { name?: string; value?: string };
    if (!name || !value) return;
    const texts = textsOf(currentTarget);
    const checked = await afterPaint().then(loadCheck)
      .then((check) => check(texts), () => undefined);
    const message = checked?.ok === false ? checked.fields[name] : undefined;
    setErrors(({ [name]: _, ...others }) => message ? { ...others, [name]: message } : others);
  }

  function handleInput({ target }: FormEvent<HTMLFormElement>) {
    const { name } = target as EventTarget & { name?: string };
    if (guardsChanges) guard();
    if (name && name in errors) setErrors(({ [name]: _, ...others }) => others);
  }

  const idOf = (name: string) => `${id}-${name}`;
  return {
    form: {
      ref: form,
      // The messages are ours and not the browser's; without script the server sends them.
      noValidate: true,
      onSubmit: handleSubmit,
      onBlur: handleBlur,
      onInput: handleInput,
    },
    /** What a field shows: the value it had when the server sent the form back, and its message. */
    field: (name: string) => ({
      id: idOf(name),
      name,
      defaultValue: initial.values[name],
      error: errors[name],
    }),
    errors,
    /** For the summary above the fields. */
    summary: {
      attempt: refused.attempt,
      errors: Object.entries(refused.fields).map(([name, message]) => ({
        fieldId: idOf(name),
        message,
      })),
    },
    idOf,
    failure,
    isPending: isPreparing || mutation.isPending,
  };
}

/** What a form holds, by field name; files are passed over. */
export function textsOf(form: HTMLFormElement): Texts {
  const texts: Record<string, string> = {};
  for (const [name, value] of new FormData(form)) {
    if (typeof value === "string") texts[name] = value;
  }
  return texts;
}

/** A name that is taken is said beside its field, too. */
function messagesByField(error: unknown): Messages {
  if (error instanceof FormRefused) return error.fields;
  if (!(error instanceof ApiError)) return {};
  const message = error.serverMessage ?? "";
  return {
    ...error.fields,
    ...(message.includes("Username already taken") && { username: message }),
    ...(message.includes("Email already in use") && { email: message }),
  };
}
