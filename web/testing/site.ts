import { Hono } from "hono";
import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import { AnswerCache } from "../../api/answers/answer-cache.ts";
import { openDoor } from "../../api/config/admissions.ts";
import { headers, noReferrer } from "../../api/middleware/headers.ts";
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
  /** The HTML of a page. */
  page(path: string, memberId?: string): Promise<string>;
  /** Posts a form as a browser without script would. */
  send(path: string, form: Form, memberId?: string): Promise<Answer>;
}

export type Form = Readonly<Record<string, string>> | [string, string][];
export type Answer = Awaited<ReturnType<typeof answerOf>>;

/** An answer as tests look at it: where it leads, which cookies it sets, and its HTML. */
export async function answerOf(answer: Response) {
  const { status, headers } = answer;
  return {
    status,
    headers,
    location: headers.get("Location"),
    cookies: decodeURIComponent(headers.get("Set-Cookie") ?? ""),
    html: await answer.text(),
  };
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
  app.use(headers({ isProduction: false, isBehindVite: false, appOrigin: "http://localhost" }));
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
  const get = async (path: string, memberId?: string) =>
    await app.request(path, { headers: cookie(memberId) });
  return {
    product,
    app,
    get,
    page: async (path, memberId) => await (await get(path, memberId)).text(),
    send: async (path, form, memberId) => {
      const headers = cookie(memberId);
      const body = new URLSearchParams(form);
      return await answerOf(await app.request(path, { method: "POST", headers, body }));
    },
  };
}

export const noAssets: AssetManifest = {
  stylesheets: [],
  fonts: [],
  scripts: [],
  scriptsOf: () => [],
  file: () => undefined,
};
