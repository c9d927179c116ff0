/**
 * The whole HTML of a page: head, shell, content, and the scripts that its islands need.
 *
 * @module
 */
import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { brandStyle } from "./brand-style.ts";
import { type Brand, logoAt, siteName } from "./config.ts";
import type { DocumentContext } from "./document-context.ts";
import { earlyLoadScript } from "./hydration/early-load.ts";
import { earlyPressScript } from "./hydration/early-press.ts";
import { earlyTransitionScript, earlyTransitionStyle } from "./hydration/early-transition.ts";
import { PageIslandsContext } from "./islands/island.tsx";
import type { Seed } from "./hydration/query-client.ts";
import type { IslandName } from "./islands/registry.ts";
import { jsonForScript, markup } from "./markup.ts";
import { Shell } from "./pages/shell/shell.tsx";
import { paths } from "./paths.ts";
import { earlyThemeScript } from "./theme.ts";

/** Page options: the second argument of `c.render`. */
export interface PageOptions {
  /** Without the site's name. */
  readonly title: string;
  /** Seeds of the islands' query client, by query key. The signed-in user is added to every page. */
  readonly seeds?: readonly Seed[];
  /** Has a secret in it, such as the token of a mailed link: no browser may store the page. */
  readonly isSecret?: boolean;
  /** Redirect after some seconds, by a `meta` element: it needs no script. */
  readonly refresh?: { readonly seconds: number; readonly to: string };
}

/** Inline scripts of the head, which cannot wait for the entry script. */
const earlyScripts = [earlyThemeScript, earlyLoadScript, earlyPressScript, earlyTransitionScript]
  .join(";");

export function renderDocument(
  content: ReactNode,
  options: PageOptions,
  context: DocumentContext,
): string {
  const seeds = options.seeds ?? [];
  const starting = new Set<IslandName>();
  // The body first: only then it is known which islands start with the page.
  const body = renderToStaticMarkup(
    <PageIslandsContext value={{ seeds, starting }}>
      <Shell {...context}>{content}</Shell>
    </PageIslandsContext>,
  );
  const page = renderToStaticMarkup(
    <Document {...context} {...options} seeds={seeds} starting={[...starting]} body={body} />,
  );
  return `<!doctype html>${page}`;
}

interface DocumentProps extends DocumentContext, PageOptions {
  readonly seeds: readonly Seed[];
  readonly starting: readonly IslandName[];
  readonly body: string;
}

function Document(props: DocumentProps) {
  const { title, brand, viewer, assets, theme, nonce, refresh, seeds, starting, body } = props;
  const preloads = new Set(starting.flatMap((name) => assets.scriptsOf(name)));
  return (
    // What the Theme component of @radix-ui/themes would set; it need not ship for its tokens.
    <html
      lang="en"
      data-member={viewer?.memberId}
      className={theme === "dark" ? "radix-themes dark" : "radix-themes"}
      data-is-root-theme="true"
      data-accent-color="purple"
      data-gray-color="mauve"
      data-has-background="true"
      data-panel-background="solid"
      data-radius="large"
      data-scaling="100%"
      data-edges={edges.filter((part) => body.includes(`class="${part}"`)).join(" ")}
    >
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{`${title} | ${siteName(brand)}`}</title>
        <meta name="description" content={description(brand)} />
        <meta name="color-scheme" content="light dark" />
        <script nonce={nonce} {...markup(earlyScripts)} />
        <style nonce={nonce} {...markup(earlyTransitionStyle)} />
        {assets.fonts.map((href) => (
          <link key={href} rel="preload" as="font" type="font/woff2" href={href} crossOrigin="" />
        ))}
        {assets.stylesheets.map((href) => <link key={href} rel="stylesheet" href={href} />)}
        {brand.brandColor && <style nonce={nonce} {...markup(brandStyle(brand.brandColor))} />}
        <link
          rel="icon"
          type={brand.logo?.type ?? "image/svg+xml"}
          href={logoAt(brand) ?? paths.icon()}
        />
        {refresh && <meta httpEquiv="refresh" content={`${refresh.seconds};url=${refresh.to}`} />}
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
        {seeds.length > 0 && (
          <script
            id="seeds"
            type="application/json"
            {...markup(jsonForScript(seeds))}
          />
        )}
      </body>
    </html>
  );
}

/**
 * Parts that stand at an edge of the window, and what gets the focus not below them. They are named here
 * since `html:has(…)` would be asked anew whenever anything in the page changes.
 */
const edges = ["shell-nav", "section-bar", "profile-form"];

function description({ programName, universityName }: Brand): string {
  return `A privacy-first mentorship platform that connects ${programName} Army ROTC cadets with ` +
    `alumni and cadre of ${universityName}.`;
}
