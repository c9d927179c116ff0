import type { ReactNode } from "react";
import { SiteFooter } from "./footer.tsx";
import { SiteHeader, type SiteHeaderProps } from "./header.tsx";

interface ShellProps extends SiteHeaderProps {
  /** Toast that the previous page left. */
  readonly toast: ReactNode;
  readonly children: ReactNode;
}

/** What surrounds every page. The page's one `main` is here: pages bring what is in it. */
export function Shell({ children, toast, ...header }: ShellProps) {
  return (
    <>
      <a className="shell-skip" href="#main">Skip to content</a>
      <SiteHeader {...header} />
      <main id="main" className="shell-main" tabIndex={-1}>{children}</main>
      <SiteFooter brand={header.brand} />
      {toast}
    </>
  );
}

/** Only the slot of the page's content in the shell. */
export function ShellPlace({ children }: { readonly children: ReactNode }) {
  return (
    <>
      {null}
      {null}
      {children}
      {null}
      {null}
    </>
  );
}
