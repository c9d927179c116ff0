import type { ReactNode } from "react";

interface HowItLooksProps {
  readonly title: string;
  /** What the shown part begins with, such as a letter's subject. */
  readonly heading?: string;
  readonly children: ReactNode;
}

/** What people see of a setting, beside where it is set. */
export function HowItLooks({ title, heading, children }: HowItLooksProps) {
  return (
    <div className="how-it-looks">
      <h3>{title}</h3>
      <div className="how-it-looks-frame">
        {heading && (
          <p>
            <strong>{heading}</strong>
          </p>
        )}
        {children}
      </div>
    </div>
  );
}
