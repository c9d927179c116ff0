import { Text } from "@radix-ui/themes";
import type { ReactNode } from "react";
import { ToastOnArrival } from "../toasts/toast-on-arrival.tsx";
import { Notice } from "../ui/notice.tsx";
import type { FormState } from "./form-state.ts";

interface FormFailureProps {
  readonly sent: FormState | undefined;
  /** Shown below the message. */
  readonly children?: ReactNode;
}

/** Why a form was refused as a whole; empty otherwise. */
export function FormFailure({ sent, children }: FormFailureProps) {
  if (!sent?.failure) return null;
  return (
    <Notice tone="danger" title={sent.failure.title}>
      <Text as="p" data-refused="">{sent.failure.message}</Text>
      {children}
    </Notice>
  );
}

/** The same as a toast; as a callout without script. */
export function FailureToast({ failure }: Pick<FormState, "failure">) {
  if (!failure) return null;
  const { title, message } = failure;
  return (
    <>
      <noscript>
        <Notice tone="danger" title={title}>{message}</Notice>
      </noscript>
      <ToastOnArrival toast={{ variant: "destructive", title, description: message }} />
    </>
  );
}
