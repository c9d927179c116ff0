import { type Context, Hono } from "hono";
import { renderToStaticMarkup } from "react-dom/server";
import type { PageEnv, SiteDeps } from "../../page-env.ts";
import { pagePaths, paths } from "../../paths.ts";
import { siteName } from "../../../api/mail/templates/letterhead.ts";
import { defaultColor, iconOf } from "../../config.ts";
import { BrandMark } from "../../ui/brand-mark.tsx";
import { readFile } from "node:fs/promises";
import type { Product } from "../../../api/product.ts";

const oneDay = "public, max-age=86400";

/** Files that browsers and crawlers request from every site. */
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
      return c.body(logo.bytes, 200, { "Content-Type": "image/webp", "Cache-Control": oneDay });
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

/** Edges in pixels: in a tab, on an iPhone, and on Android's home screen and start screen. */
const iconEdges = [32, 180, 192, 512] as const;
type IconEdge = typeof iconEdges[number];

const markFile = new URL("mark.png", import.meta.url);

/** Draws icons of the site as PNG: of the logo, or of the product's own mark. */
function createIcons(settings: Pick<Product["settings"], "logo">) {
  return async (edge: IconEdge): Promise<Uint8Array<ArrayBuffer>> => {
    const logo = await settings.logo();
    const { encodeIcon } = await import("../../../api/drawing/encode-picture.ts");
    return new Uint8Array(await encodeIcon(logo?.bytes ?? await readFile(markFile), edge));
  };
}
