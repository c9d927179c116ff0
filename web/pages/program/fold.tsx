import type { ReactNode } from "react";

interface FoldProps {
  readonly label: string;
  /** Text after the label for assistive technology, such as the person's name. */
  readonly about?: string;
  readonly isOpen?: boolean;
  /** The form. */
  readonly children: ReactNode;
}

/** A button that opens a form, so that the action asks first. */
export function Fold({ label, about, isOpen, children }: FoldProps) {
  return (
    <details className="program-fold" open={isOpen}>
      <summary>
        {label}
        {about && <span className="visually-hidden">{about}</span>}
      </summary>
      {children}
    </details>
  );
}
