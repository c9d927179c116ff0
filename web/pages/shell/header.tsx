import type { ReactNode } from "react";
import { logoAt } from "../../config.ts";
import type { DocumentContext, SiteLook } from "../../document-context.ts";
import { paths } from "../../paths.ts";
import { BrandMark } from "../../ui/brand-mark.tsx";
import { MoonIcon, SunIcon } from "../../ui/icons/icons.tsx";

export interface SiteHeaderProps {
  readonly brand: SiteLook["brand"];
  readonly address: DocumentContext["address"];
  readonly theme: DocumentContext["theme"];
  /** For members who have a role. */
  readonly hasNavigation: boolean;
  /** The link of the navigation that is this page, if one is. */
  readonly here: string | undefined;
  readonly menu: ReactNode;
}

export function SiteHeader({ brand, hasNavigation, here, address, theme, menu }: SiteHeaderProps) {
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

/** A form, so that it works without script; with script it switches in place. */
function ThemeToggle(
  { returnTo, isDark }: { readonly returnTo: string; readonly isDark: boolean },
) {
  return (
    <form method="post" action={paths.theme()}>
      <input type="hidden" name="returnTo" value={returnTo} />
      <button
        className="icon-button"
        type="submit"
        aria-label="Dark theme"
        aria-pressed={isDark}
        data-theme-toggle=""
      >
        <SunIcon className="shell-theme-sun" />
        <MoonIcon className="shell-theme-moon" />
      </button>
    </form>
  );
}
