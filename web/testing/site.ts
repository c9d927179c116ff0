import { Hono } from "hono";
import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import { NONCE, secureHeaders } from "hono/secure-headers";
import { AnswerCache } from "../../api/answers/answer-cache.ts";
import { openDoor } from "../../api/config/admissions.ts";
import { noReferrer } from "../../api/middleware/headers.ts";
import { toProblem } from "../../api/problems.ts";
import type { AssetManifest } from "../assets.ts";
import type { SiteConfig } from "../config.ts";
import type { PageEnv } from "../page-env.ts";
import { createErrorPage } from "../render.tsx";
import { createSite } from "../site.tsx";
import { createMemoryProduct, type MemoryProduct, type MemoryProductOptions } from "./product.ts";

export interface TestSite {
  readonly product: MemoryProduct;
  readonly app: Hono<PageEnv>;
  /** Asks for a page; as a member when their id is given. */
  get(path: string, memberId?: string): Promise<Response>;
  /** Posts a form as a browser without script would. */
  post(path: string, form: Readonly<Record<string, string>>, memberId?: string): Promise<Response>;
}

export interface TestSiteOptions extends MemoryProductOptions {
  readonly config?: Partial<SiteConfig>;
  readonly assets?: AssetManifest;
}

/** The pages behind a session that is as simple as can be: its token is the member's id. */
export function createTestSite(options: TestSiteOptions = {}): TestSite {
  const product = createMemoryProduct(options);
  const config: SiteConfig = {
    programName: "TCU",
    universityName: "Texas Christian University",
    supportEmail: "support@example.edu",
    cadreCodeRequired: options.cadreCode !== undefined,
    admission: openDoor,
    passwordMinLength: 6,
    now: () => new Date("2026-11-20T12:00:00Z"),
    ...options.config,
  };
  const app = new Hono<PageEnv>();
  app.use("/c/*", noReferrer);
  app.use(pageHeaders());
  app.use(async (c, next) => {
    // A browser's script, as happy-dom has it, can't send cookies of its own.
    const token = getCookie(c, "session") ?? c.req.header("X-Session");
    const session = token === undefined ? undefined : await product.accounts.authenticate(token);
    c.set("viewer", session?.member);
    c.set("requestId", "test-request");
    c.set("origin", { ip: "127.0.0.1", requestId: "test-request", session: session?.session });
    c.set("signIn", async ({ sessionToken }) => {
      setCookie(c, "session", sessionToken, { path: "/" });
    });
    c.set("keepBrowser", ({ browserToken }) => {
      setCookie(c, "browser", browserToken, { path: "/" });
    });
    c.set("signOut", async () => {
      deleteCookie(c, "session", { path: "/" });
    });
    await next();
  });
  const deps = {
    product,
    answers: new AnswerCache(() => undefined),
    config,
    assets: options.assets ?? noAssets,
  };
  const errorPage = createErrorPage(deps);
  app.route("/", createSite(deps));
  app.onError((error, c) => {
    const problem = toProblem(error);
    return errorPage(c, problem?.status ?? 500, problem?.message ?? "Reference test-request");
  });

  const cookie = (memberId?: string): Record<string, string> =>
    memberId === undefined ? {} : { Cookie: `session=${memberId}` };
  return {
    product,
    app,
    get: async (path, memberId) => await app.request(path, { headers: cookie(memberId) }),
    post: async (path, form, memberId) =>
      await app.request(path, {
        method: "POST",
        headers: cookie(memberId),
        body: new URLSearchParams(form),
      }),
  };
}

/** The policy that the pages have to live with. */
function pageHeaders() {
  return secureHeaders({
    referrerPolicy: "same-origin",
    strictTransportSecurity: false,
    contentSecurityPolicy: {
      defaultSrc: ["'none'"],
      scriptSrc: ["'self'", NONCE],
      styleSrc: ["'self'", NONCE],
      imgSrc: ["'self'", "data:"],
      fontSrc: ["'self'"],
      connectSrc: ["'self'"],
      formAction: ["'self'"],
      baseUri: ["'none'"],
      frameAncestors: ["'none'"],
    },
  });
}

export const noAssets: AssetManifest = {
  stylesheets: [],
  fonts: [],
  scripts: [],
  scriptsOf: () => [],
  file: () => undefined,
};
