import { Hono } from "hono";
import { renderToStaticMarkup } from "react-dom/server";
import type { PageEnv } from "../../page-env.ts";
import { paths } from "../../paths.ts";
import { BrandMark } from "../../ui/brand-mark.tsx";

const oneDay = "public, max-age=86400";

/** What browsers and crawlers ask every site for. */
export function wellKnownRoutes() {
  return new Hono<PageEnv>()
    .get(paths.icon(), (c) => {
      const mark = renderToStaticMarkup(<BrandMark />).replace(
        ">",
        ' xmlns="http://www.w3.org/2000/svg"><style>' +
          ".brand-mark-shield{fill:#4d1979}.brand-mark-flame{fill:#f4b942}" +
          ".brand-mark-torch{fill:#fff}</style>",
      );
      return c.body(mark, 200, { "Content-Type": "image/svg+xml", "Cache-Control": oneDay });
    })
    .get("/favicon.ico", (c) => c.redirect(paths.icon(), 301))
    // Nothing of a private directory is for search engines but its front page.
    .get(
      "/robots.txt",
      (c) => c.text("User-agent: *\nAllow: /$\nDisallow: /\n", 200, { "Cache-Control": oneDay }),
    );
}
