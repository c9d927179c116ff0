import { useMutation } from "@tanstack/react-query";
import { type FocusEvent, type FormEvent, useEffect, useRef, useState } from "react";
import { ApiError } from "../api.ts";
import { type Checked, emptyForm, type FormState } from "./form-state.ts";

type Texts = Readonly<Record<string, string>>;
type Messages = Readonly<Record<string, string>>;

interface FormOptions<Value, Answer> {
  readonly initial?: FormState | undefined;
  /** Loads the rules; called when they are first needed. */
  readonly loadCheck: () => Promise<(texts: Texts) => Checked<Value>>;
  readonly send: (value: Value) => Promise<Answer>;
  readonly onSuccess: (answer: Answer, value: Value) => void | Promise<void>;
  readonly onFailure: (error: unknown) => void;
}

/**
 * A form that works by itself, made nicer: fields are checked when they are left and all of them
 * when it is sent, in the API's own words, and it is sent without leaving the page. Fields stay
 * uncontrolled, so nothing is lost that was typed before the script ran.
 */
export function useForm<Value, Answer>(options: FormOptions<Value, Answer>) {
  const { initial = emptyForm, loadCheck } = options;
  const form = useRef<HTMLFormElement>(null);
  const isSending = useRef(false);
  const [errors, setErrors] = useState<Messages>(initial.fields);
  const [failure, setFailure] = useState(initial.failure);
  const [refusals, setRefusals] = useState(0);
  const mutation = useMutation({
    mutationFn: options.send,
    onSuccess: options.onSuccess,
    onError(error) {
      const fields = messagesByField(error);
      if (Object.keys(fields).length > 0) showErrors(fields);
      options.onFailure(error);
    },
    onSettled() {
      isSending.current = false;
    },
  });

  useEffect(() => {
    // Once the messages are in the page, so that they are read with the field.
    if (refusals === 0) return;
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [refusals]);

  function showErrors(fields: Messages) {
    setErrors(fields);
    setRefusals((count) => count + 1);
  }

  async function handleSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    // State would be too late for whoever presses twice while the rules are still loading.
    if (isSending.current) return;
    isSending.current = true;
    setFailure(undefined);
    const element = event.currentTarget;
    const texts = textsOf(element);
    const check = await loadCheck().catch(() => undefined);
    // Without the rules here the form is sent as it would be without script: the server has them.
    if (check === undefined) return element.submit();
    const checked = check(texts);
    if (checked.ok) {
      setErrors({});
      mutation.mutate(checked.value);
    } else {
      isSending.current = false;
      showErrors(checked.fields);
    }
  }

  async function handleBlur({ target, currentTarget }: FocusEvent<HTMLFormElement>) {
    const { name, value } = target as EventTarget & { name?: string; value?: string };
    if (!name || !value) return;
    const texts = textsOf(currentTarget);
    const checked = await loadCheck().then((check) => check(texts), () => undefined);
    const message = checked?.ok === false ? checked.fields[name] : undefined;
    setErrors(({ [name]: _, ...others }) => message ? { ...others, [name]: message } : others);
  }

  function handleInput({ target }: FormEvent<HTMLFormElement>) {
    const { name } = target as EventTarget & { name?: string };
    if (name && name in errors) setErrors(({ [name]: _, ...others }) => others);
  }

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
      name,
      defaultValue: initial.values[name],
      error: errors[name],
    }),
    errors,
    failure,
    isPending: mutation.isPending,
  };
}

function textsOf(form: HTMLFormElement): Texts {
  const texts: Record<string, string> = {};
  for (const [name, value] of new FormData(form)) {
    if (typeof value === "string") texts[name] = value;
  }
  return texts;
}

/** A name that is taken is said beside its field, too. */
function messagesByField(error: unknown): Messages {
  if (!(error instanceof ApiError)) return {};
  const message = error.serverMessage ?? "";
  return {
    ...error.fields,
    ...(message.includes("Username already taken") && { username: message }),
    ...(message.includes("Email already in use") && { email: message }),
  };
}
