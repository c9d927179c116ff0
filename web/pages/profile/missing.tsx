import type { ReactNode } from "react";
import { ButtonLink } from "../../ui/button.tsx";
import { BackLink } from "../page-head.tsx";

interface MissingProfilePageProps {
  readonly message: string;
  readonly back: string;
  /** More content, such as a text that was written to them. */
  readonly children?: ReactNode;
}

/** Shown for a profile that doesn't exist, or that this viewer can't see. */
export function MissingProfilePage({ message, back, children }: MissingProfilePageProps) {
  return (
    <div className="shell-column profile">
      <BackLink to={back} />
      <div className="empty-state profile-missing">
        <h1>{message}</h1>
        {children}
        <ButtonLink href={back}>Browse Directory</ButtonLink>
      </div>
    </div>
  );
}
