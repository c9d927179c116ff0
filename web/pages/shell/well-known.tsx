import { type Context, Hono } from "hono";
import { renderToStaticMarkup } from "react-dom/server";
import type { PageEnv, SiteDeps } from "../../page-env.ts";
import { pagePaths, paths } from "../../paths.ts";
import { defaultColor, iconOf, siteName } from "../../config.ts";
import { BrandMark } from "../../ui/brand-mark.tsx";
import { createIcons, type IconEdge, iconEdges } from "./icons.ts";

const oneDay = "public, max-age=86400";

/** What browsers and crawlers ask every site for. */
export function wellKnownRoutes({ product: { settings }, config }: SiteDeps) {
  const iconOfEdge = createIcons(settings);
  const png = (edge: IconEdge) => async (c: Context) =>
    c.body(await iconOfEdge(edge), 200, { "Content-Type": "image/png", "Cache-Control": oneDay });
  const site = new Hono<PageEnv>();
  for (const edge of iconEdges) site.get(pagePaths.pngIcon(edge), png(edge));
  return site
    .get(pagePaths.logo(), async (c) => {
      const logo = await settings.logo();
      if (logo === undefined) return c.text("Not found", 404);
      return c.body(logo.bytes, 200, { "Content-Type": logo.type, "Cache-Control": oneDay });
    })
    .get(paths.icon(), (c) => {
      const mark = renderToStaticMarkup(<BrandMark />).replace(
        ">",
        ' xmlns="http://www.w3.org/2000/svg"><style>' +
          `.brand-mark-shield{fill:${defaultColor}}.brand-mark-flame{fill:#f4b942}` +
          ".brand-mark-torch{fill:#fff}</style>",
      );
      return c.body(mark, 200, { "Content-Type": "image/svg+xml", "Cache-Control": oneDay });
    })
    .get(pagePaths.manifest(), (c) => {
      const manifest = {
        name: siteName(config),
        short_name: `${config.programName} Alumni`,
        start_url: paths.home(),
        display: "minimal-ui",
        theme_color: config.brandColor ?? defaultColor,
        background_color: "#ffffff",
        icons: [
          { ...iconOf(config), sizes: "any" },
          ...([192, 512] as const).map((edge) => ({
            type: "image/png",
            src: pagePaths.pngIcon(edge),
            sizes: `${edge}x${edge}`,
            purpose: "any maskable",
          })),
        ],
      };
      return c.body(JSON.stringify(manifest), 200, {
        "Content-Type": "application/manifest+json",
        "Cache-Control": "public, max-age=3600",
      });
    })
    .get("/favicon.ico", png(32))
    // Phones request these without a link to them.
    .get(pagePaths.touchIcon(), png(180))
    .get("/apple-touch-icon-precomposed.png", png(180))
    // Search engines may index only the landing page of a private directory.
    .get(
      "/robots.txt",
      (c) => c.text("User-agent: *\nAllow: /$\nDisallow: /\n", 200, { "Cache-Control": oneDay }),
    );
}
