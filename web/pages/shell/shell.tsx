import type { ReactNode } from "react";
import { type Brand, logoAt } from "../../config.ts";
import type { Toast } from "../../toasts/toast.ts";
import { BrandMark } from "../../ui/brand-mark.tsx";
import { SiteHeader, type SiteHeaderProps } from "./header.tsx";

interface ShellProps extends SiteHeaderProps {
  readonly toast: ReactNode;
  readonly children: ReactNode;
}

/** What surrounds every page. The page's one `main` is here: pages bring what is in it. */
export function Shell({ children, toast, ...header }: ShellProps) {
  return (
    <>
      <a className="skip" href="#main">Skip to content</a>
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

export function SiteFooter({ brand }: { readonly brand: Brand }) {
  return (
    <footer className="shell-footer">
      <div className="shell-footer-bar">
        <div className="shell-footer-brand">
          <BrandMark logo={logoAt(brand)} />
          <p>
            <strong>{brand.programName} Army ROTC</strong>
            <span>{brand.universityName}</span>
          </p>
        </div>
        <SupportLine {...brand} />
      </div>
    </footer>
  );
}

export function SupportLine({ supportEmail }: Pick<Brand, "supportEmail">) {
  return (
    <p className="shell-footer-support">
      <span>Questions or Support?</span>
      <a href={`mailto:${supportEmail}`}>{supportEmail}</a>
    </p>
  );
}

/** The toast as it shows without script; with script the toaster takes its place. */
export function FlashToast({ toast }: { readonly toast: Toast }) {
  return (
    <div id="flash" className="toast-viewport" data-toast={JSON.stringify(toast)}>
      <div className={`toast toast-${toast.variant ?? "default"}`} role="status">
        <div className="toast-text">
          <p className="toast-title">{toast.title}</p>
          {toast.description && <p className="toast-description">{toast.description}</p>}
        </div>
      </div>
    </div>
  );
}
