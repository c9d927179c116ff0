import type { ReactNode } from "react";

interface HowItLooksProps {
  readonly title: string;
  /** First line of the preview, such as an email's subject. */
  readonly heading?: string;
  readonly children: ReactNode;
}

/** Preview of what people see, beside the setting. */
export function HowItLooks({ title, heading, children }: HowItLooksProps) {
  return (
    <div className="how-it-looks stack gap-2 full">
      <h3>{title}</h3>
      <div className="how-it-looks-frame box stack gap-2 breakable">
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
