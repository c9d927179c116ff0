import { IconButton, Text } from "@radix-ui/themes";
import type { ReactNode } from "react";
import { type Brand, logoAt } from "../../config.ts";
import type { Theme } from "../../theme.ts";
import type { Toast } from "../../toasts/toast.ts";
import { BrandMark } from "../../ui/brand-mark.tsx";
import { pagePaths, paths } from "../../paths.ts";
import { MoonIcon, SunIcon } from "../../ui/icons.tsx";

interface ShellProps extends SiteHeaderProps {
  readonly toast: ReactNode;
  readonly children: ReactNode;
}

/** The frame of every page, with its only `main` element: pages bring only its content. */
export function Shell({ children, toast, ...header }: ShellProps) {
  return (
    <>
      <a className="skip" href="#main">Skip to content</a>
      <SiteHeader {...header} />
      <main id="main" className="shell-main" tabIndex={-1}>{children}</main>
      <SiteFooter brand={header.brand} />
      {toast}
      <ToastRegion />
    </>
  );
}

/** Present before the first toast, since screen readers follow only regions that they know. */
function ToastRegion() {
  return (
    <div id="toasts" role="region" aria-label="Notifications (F8)" tabIndex={-1}>
      <Text as="p" role="status" aria-live="assertive" aria-atomic className="visually-hidden" />
    </div>
  );
}

function SiteFooter({ brand }: { readonly brand: Brand }) {
  return (
    <footer className="shell-footer">
      <div className="shell-footer-bar">
        <div className="shell-footer-brand">
          <BrandMark logo={logoAt(brand)} />
          <Text as="p">
            <strong>{brand.programName} Army ROTC</strong>
            <span>{brand.universityName}</span>
          </Text>
        </div>
        <Text as="p" className="shell-footer-links">
          <a href={pagePaths.privacyNotice()}>Privacy</a>
          <a href={pagePaths.accessibility()}>Accessibility</a>
        </Text>
        <SupportLine {...brand} />
      </div>
    </footer>
  );
}

export function SupportLine({ supportEmail }: Pick<Brand, "supportEmail">) {
  return (
    <Text as="p" className="shell-footer-support">
      <span>Questions or Support?</span>
      <a href={`mailto:${supportEmail}`}>{supportEmail}</a>
    </Text>
  );
}

/** The toast without script. With script, the toaster replaces it. */
export function FlashToast({ toast }: { readonly toast: Toast }) {
  return (
    <div id="flash" className="toast-viewport" data-toast={JSON.stringify(toast)}>
      <div className={`toast toast-${toast.variant ?? "default"}`} role="status">
        <div className="toast-text">
          <Text as="p" className="toast-title">{toast.title}</Text>
          {toast.description && (
            <Text as="p" className="toast-description">{toast.description}</Text>
          )}
        </div>
      </div>
    </div>
  );
}

interface SiteHeaderProps {
  readonly brand: Brand;
  /** Path with query to which site-wide forms, such as the theme toggle, return. */
  readonly address: string;
  readonly theme: Theme;
  /** Set for members with a role. */
  readonly hasNavigation: boolean;
  /** The navigation's link to this page, if there is one. */
  readonly here: string | undefined;
  readonly menu: ReactNode;
}

function SiteHeader({ brand, hasNavigation, here, address, theme, menu }: SiteHeaderProps) {
  return (
    <header className="shell-header">
      <div className="shell-bar">
        <a className="shell-logo" href={paths.home()}>
          <BrandMark logo={logoAt(brand)} />
          <span className="shell-logo-text">
            <span className="shell-logo-name">{brand.programName} Army ROTC</span>
            <span className="shell-logo-product">Alumni Connect</span>
          </span>
        </a>
        {hasNavigation && <MainNavigation here={here} />}
        <div className="shell-tools">
          <ThemeToggle returnTo={address} isDark={theme === "dark"} />
          {menu}
        </div>
      </div>
    </header>
  );
}

export const destinations = [
  { label: "Home", href: paths.home() },
  { label: "Cadre", href: paths.cadre() },
  { label: "Alumni", href: paths.alumni() },
  { label: "Directory", href: paths.directory() },
] as const;

function MainNavigation({ here }: { readonly here: string | undefined }) {
  return (
    <nav className="shell-nav" aria-label="Main">
      <ul>
        {destinations.map(({ label, href }) => (
          <li key={href}>
            <a href={href} aria-current={here === href ? "page" : undefined}>{label}</a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** A form, so that it works without script. With script it switches in place. */
function ThemeToggle(
  { returnTo, isDark }: { readonly returnTo: string; readonly isDark: boolean },
) {
  return (
    <form className="row" method="post" action={paths.theme()}>
      <input type="hidden" name="returnTo" value={returnTo} />
      <IconButton
        type="submit"
        size="4"
        variant="ghost"
        color="gray"
        aria-label="Dark theme"
        aria-pressed={isDark}
        data-theme-toggle=""
      >
        <SunIcon className="shell-theme-sun" />
        <MoonIcon className="shell-theme-moon" />
      </IconButton>
    </form>
  );
}
