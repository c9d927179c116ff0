/**
 * Frames of pages: head, shell, and the scripts that islands need, with slots for the page's own
 * content.
 * @module
 */
import { Theme } from "@radix-ui/themes";
import { renderToStaticMarkup } from "react-dom/server";
import type { AssetManifest } from "./assets.ts";
import { brandStyle } from "./brand-style.ts";
import { siteName } from "../api/mail/templates/letterhead.ts";
import { type Brand, defaultColor, iconOf } from "./config.ts";
import { slot } from "./frame.ts";
import {
  earlyLoadScript,
  earlyPressScript,
  earlyScriptedScript,
  earlyTransitionScript,
  earlyTransitionStyle,
} from "./hydration/early.ts";
import type { IslandName } from "./islands/registry.ts";
import { markup } from "./markup.ts";
import { Shell } from "./pages/shell/shell.tsx";
import { UserMenu } from "./pages/shell/user-menu.tsx";
import { pagePaths } from "./paths.ts";
import { programTheme } from "./ui/program-theme.ts";
import { earlyThemeScript, type Theme as Appearance } from "./theme.ts";

/** Inline scripts of the head, which can't wait for the entry script. */
const earlyScripts = [
  earlyScriptedScript,
  earlyThemeScript,
  earlyLoadScript,
  earlyPressScript,
  earlyTransitionScript,
].join(";");

export interface SiteLook {
  readonly brand: Brand;
  readonly assets: AssetManifest;
}

/** Values that all pages with the same frame share. */
export interface FrameContext extends SiteLook {
  readonly theme: Appearance;
  readonly isSignedIn: boolean;
  readonly isStaff: boolean;
  /** Whether the viewer has a picture. */
  readonly hasPicture: boolean;
  readonly hasNavigation: boolean;
  /** The navigation's link to this page, if there is one. */
  readonly here: string | undefined;
  readonly hasNonce: boolean;
  readonly hasSeeds: boolean;
  readonly starting: readonly IslandName[];
  readonly edges: readonly string[];
}

export function renderFrame(context: FrameContext): string {
  const body = renderToStaticMarkup(
    <Shell
      {...context}
      address={slot("address")}
      menu={context.isSignedIn && (
        <UserMenu
          name={slot("name")}
          initials={slot("initials")}
          picture={context.hasPicture ? slot("picture") : null}
          waiting={slot("waiting")}
          isStaff={context.isStaff}
        />
      )}
      toast={slot("toast")}
    >
      {slot("content")}
    </Shell>,
  );
  return `<!doctype html>${renderToStaticMarkup(<Document {...context} body={body} />)}`;
}

interface DocumentProps extends FrameContext {
  readonly body: string;
}

function Document(props: DocumentProps) {
  const { brand, isSignedIn, assets, theme, hasNonce, hasSeeds, starting, edges, body } = props;
  const nonce = hasNonce ? slot("nonce") : undefined;
  const icon = iconOf(brand);
  const preloads = new Set(starting.flatMap((name) => assets.scriptsOf(name)));
  return (
    <Theme {...programTheme} asChild>
      <html
        lang="en"
        data-member={isSignedIn ? slot("member") : undefined}
        className={theme === "dark" ? "dark" : undefined}
        data-edges={edges.join(" ")}
      >
        <head>
          <meta charSet="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <title>{slot("title")}</title>
          {!isSignedIn && (
            <>
              <meta name="description" content={description(brand)} />
              <meta property="og:type" content="website" />
              <meta property="og:site_name" content={siteName(brand)} />
              <meta property="og:title" content={slot("title")} />
              <meta property="og:description" content={description(brand)} />
              <link rel="apple-touch-icon" href={pagePaths.touchIcon()} />
              <link rel="icon" type="image/png" sizes="32x32" href={pagePaths.pngIcon(32)} />
            </>
          )}
          <meta name="theme-color" content={brand.brandColor ?? defaultColor} />
          <meta name="color-scheme" content="light dark" />
          <script nonce={nonce} {...markup(earlyScripts)} />
          <style nonce={nonce} {...markup(earlyTransitionStyle)} />
          {assets.fonts.map((href) => (
            <link key={href} rel="preload" as="font" type="font/woff2" href={href} crossOrigin="" />
          ))}
          {assets.stylesheets.map((href) => <link key={href} rel="stylesheet" href={href} />)}
          {brand.brandColor && <style nonce={nonce} {...markup(brandStyle(brand.brandColor))} />}
          <link rel="icon" type={icon.type} href={icon.src} />
          <link rel="manifest" href={pagePaths.manifest()} />
          {slot("refresh")}
          {assets.inlineScript && <meta property="csp-nonce" nonce={nonce} />}
          {assets.inlineScript && (
            <script
              type="module"
              nonce={nonce}
              {...markup(assets.inlineScript)}
            />
          )}
          {assets.scripts.map((src) => <script key={src} type="module" nonce={nonce} src={src} />)}
          {[...preloads].map((href) => <link key={href} rel="modulepreload" href={href} />)}
        </head>
        <body>
          <div className="page" {...markup(body)} />
          {hasSeeds && (
            <script
              id="seeds"
              type="application/json"
              {...markup(`[${slot("seeds")}]`)}
            />
          )}
        </body>
      </html>
    </Theme>
  );
}

function description({ programName, universityName }: Brand): string {
  return `A privacy-first mentorship platform that connects ${programName} Army ROTC cadets with ` +
    `alumni and cadre of ${universityName}.`;
}
