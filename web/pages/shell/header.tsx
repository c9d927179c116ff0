import { isStaff } from "../../../events/program/admission.ts";
import { logoAt } from "../../config.ts";
import type { DocumentContext } from "../../document-context.ts";
import { paths } from "../../paths.ts";
import { BrandMark } from "../../ui/brand-mark.tsx";
import { MoonIcon, SunIcon } from "../../ui/icons.tsx";
import { UserMenu } from "./user-menu.tsx";

/** Logo, main navigation, theme toggle and user menu. */
export function SiteHeader({ brand, viewer, waiting, path, address, theme }: DocumentContext) {
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
        {viewer?.role != null && <MainNavigation path={path} />}
        <div className="shell-tools">
          <ThemeToggle returnTo={address} isDark={theme === "dark"} />
          {viewer && (
            <UserMenu
              firstName={viewer.firstName}
              lastName={viewer.lastName}
              profileImageUrl={viewer.profileImageUrl}
              waiting={waiting}
              isStaff={isStaff(viewer)}
            />
          )}
        </div>
      </div>
    </header>
  );
}

const destinations = [
  { label: "Home", href: paths.home() },
  { label: "Cadre", href: paths.cadre() },
  { label: "Alumni", href: paths.alumni() },
  { label: "Directory", href: paths.directory() },
] as const;

function MainNavigation({ path }: { readonly path: string }) {
  return (
    <nav className="shell-nav" aria-label="Main">
      <ul>
        {destinations.map(({ label, href }) => (
          <li key={href}>
            <a href={href} aria-current={path === href ? "page" : undefined}>{label}</a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

interface ThemeToggleProps {
  readonly returnTo: string;
  readonly isDark: boolean;
}

/** A form, so that it works without script; with script it switches in place. */
function ThemeToggle({ returnTo, isDark }: ThemeToggleProps) {
  return (
    <form method="post" action={paths.theme()}>
      <input type="hidden" name="returnTo" value={returnTo} />
      <button
        className="shell-theme"
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
