import { Link, Text } from "@radix-ui/themes";
import { useEffect, useRef } from "react";
import { AlertIcon } from "../icons.tsx";

interface FieldError {
  /** Id of the element to which the message belongs. */
  readonly fieldId: string;
  /** Shown before a message that doesn't name its field. */
  readonly label?: string;
  readonly message: string;
}

interface ErrorSummaryProps {
  readonly errors: readonly FieldError[];
  /** Number of attempts. Each failed one moves the focus here. */
  readonly attempt: number;
}

export function ErrorSummary({ errors, attempt }: ErrorSummaryProps) {
  const summary = useRef<HTMLDivElement>(null);
  const isEmpty = errors.length === 0;

  // The focus can be moved only once the summary is rendered.
  useEffect(() => {
    if (attempt > 0) summary.current?.focus();
  }, [attempt]);

  if (isEmpty) return null;
  return (
    <div
      className="error-summary"
      ref={summary}
      tabIndex={-1}
      role="alert"
      // The browser focuses this when a form was refused without script. React knows the attribute
      // only on the server.
      autoFocus
      suppressHydrationWarning
    >
      <AlertIcon />
      <div>
        <Text as="p" className="error-summary-title">Check these fields</Text>
        <ul className="error-summary-list" role="list">
          {errors.map(({ fieldId, label, message }) => (
            <li key={fieldId}>
              <Link href={`#${fieldId}`} onClick={(event) => goTo(event, fieldId)}>
                {label && `${label}: `}
                {message}
              </Link>
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}

/** Focuses the field, since a link alone would only scroll to it. */
function goTo(event: { preventDefault(): void }, fieldId: string): void {
  const field = document.getElementById(fieldId);
  if (field === null) return;
  event.preventDefault();
  field.scrollIntoView({ block: "center" });
  field.focus({ preventScroll: true });
}
