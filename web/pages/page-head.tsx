import type { ReactNode } from "react";
import { ButtonLink } from "../ui/button.tsx";
import { ArrowLeftIcon } from "../ui/icons/icons.tsx";

/** A page's heading, with a line below it. */
export function PageHead(
  { title, children }: { readonly title: string; readonly children?: ReactNode },
) {
  return (
    <header className="directory-head">
      <h1>{title}</h1>
      {children && <p className="directory-subtitle">{children}</p>}
    </header>
  );
}

/** Leads back to where the visitor came from. */
export function BackLink({ to, label = "Back" }: { readonly to: string; readonly label?: string }) {
  return (
    <p>
      <ButtonLink variant="ghost" className="profile-back" href={to}>
        <ArrowLeftIcon />
        {label}
      </ButtonLink>
    </p>
  );
}
