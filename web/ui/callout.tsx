import type { ReactNode } from "react";
import { AlertIcon, CheckIcon } from "./icons.tsx";

export interface CalloutProps {
  readonly tone?: "neutral" | "success" | "danger" | "warning";
  readonly title?: string;
  readonly children?: ReactNode;
}

/** Something that has to be read before going on. What went wrong is announced at once. */
export function Callout({ tone = "neutral", title, children }: CalloutProps) {
  return (
    <div className={`callout callout-${tone}`} role={tone === "danger" ? "alert" : "status"}>
      {tone === "success" ? <CheckIcon /> : <AlertIcon />}
      <div>
        {title && <p className="callout-title strong">{title}</p>}
        {children}
      </div>
    </div>
  );
}
