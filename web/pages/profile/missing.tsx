import type { ReactNode } from "react";
import { ButtonLink } from "../../ui/button.tsx";
import { ArrowLeftIcon } from "../../ui/icons/icons.tsx";

export interface MissingProfilePageProps {
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

/** Leads back to where the visitor came from. */
export function BackLink({ to }: { readonly to: string }): ReactNode {
  return (
    <p>
      <ButtonLink variant="ghost" className="profile-back" href={to}>
        <ArrowLeftIcon />
        Back
      </ButtonLink>
    </p>
  );
}
