import type { ReactNode } from "react";
import { AlertIcon, CheckIcon } from "./icons/icons.tsx";

interface CalloutProps {
  readonly tone?: "neutral" | "success" | "danger" | "warning";
  readonly title?: string;
  readonly children?: ReactNode;
}

/** Important information. Errors are announced at once. */
export function Callout({ tone = "neutral", title, children }: CalloutProps) {
  return (
    <div className={`callout callout-${tone}`} role={tone === "danger" ? "alert" : "status"}>
      {tone === "success" ? <CheckIcon /> : <AlertIcon />}
      <div>
        {title && <p className="strong">{title}</p>}
        {children}
      </div>
    </div>
  );
}
