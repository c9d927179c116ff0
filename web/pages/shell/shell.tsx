import type { ReactNode } from "react";
import type { DocumentContext } from "../../document-context.ts";
import { FlashToast } from "./flash-toast.tsx";
import { SiteFooter } from "./footer.tsx";
import { SiteHeader } from "./header.tsx";

interface ShellProps extends DocumentContext {
  readonly children: ReactNode;
}

/** What surrounds every page. The page's one `main` is here: pages bring what is in it. */
export function Shell({ children, ...context }: ShellProps) {
  return (
    <>
      <a className="shell-skip" href="#main">Skip to content</a>
      <SiteHeader {...context} />
      <main id="main" className="shell-main" tabIndex={-1}>{children}</main>
      <SiteFooter brand={context.brand} />
      {context.toast && <FlashToast toast={context.toast} />}
    </>
  );
}
