import { afterAll, onTestFinished, TestRunner } from "vitest";
import { createApp } from "../../api/app.ts";
import { createTestApp, type TestAppOptions, testOrigin } from "../../api/testing/app.ts";
import type { AssetManifest } from "../assets.ts";
import { siteConfig } from "../config.ts";
import { createErrorPage } from "../render.tsx";
import { createSite } from "../site.tsx";

export type Form = Readonly<Record<string, string>> | [string, string][];
export type SiteResponse = Awaited<ReturnType<typeof answerOf>>;

/** A test's view of an answer: its target, its cookies and its HTML. */
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

const noAssets: AssetManifest = {
  stylesheets: [],
  fonts: [],
  scripts: [],
  scriptsOf: () => [],
  file: () => undefined,
};

/** The network address that tests' browsers have, too. */
const connection = { remoteAddr: { hostname: "192.0.2.1" } };

export interface RealSiteOptions extends TestAppOptions {
  readonly assets?: AssetManifest;
  /** The origin at which a browser finds the pages. */
  readonly servedAt?: string;
}

/** Pages over the real product, for the running test, or for a whole file outside of one. */
export async function realSiteForTest(
  { assets = noAssets, servedAt = testOrigin, trustedProxies = [], ...options }: RealSiteOptions =
    {},
) {
  const testApp = await createTestApp(options);
  const cleanUp = TestRunner.getCurrentTest() === undefined ? afterAll : onTestFinished;
  cleanUp(() => testApp.close());
  const { product, answers, readiness, mailHook } = testApp;
  const look = {
    config: siteConfig(testApp.settings, {
      cadreCodeRequired: options.cadreCode !== undefined,
      now: options.now ?? (() => new Date("2026-11-20T12:00:00Z")),
    }),
    assets,
  };
  const app = createApp({
    product,
    log: () => {},
    ready: readiness.check,
    newId: () => "test-request",
    appEnv: "test",
    appOrigin: servedAt,
    trustedProxies,
    mailHook,
    site: createSite({ product, answers, ...look }),
    errorPage: createErrorPage(look),
  });

  /** Requests a page or a call, with any session. */
  async function read(path: string, session?: string) {
    const headers: Record<string, string> = session === undefined
      ? {}
      : { Cookie: `session=${session}` };
    const answer = await app.request(new URL(path, servedAt).href, { headers }, connection);
    const { status, location, html } = await answerOf(answer);
    return { status, location, html: html.replaceAll(/nonce="[^"]*"/g, "") };
  }

  /** Posts a form as a browser without script would. A `File` is sent as a file. */
  async function send(
    path: string,
    form: Readonly<Record<string, string | File>>,
    session: string | undefined,
  ) {
    const body = new FormData();
    for (const [name, value] of Object.entries(form)) body.append(name, value);
    const answer = await app.request(new URL(path, servedAt).href, {
      method: "POST",
      headers: { Origin: servedAt, Cookie: `session=${session}` },
      body,
    }, connection);
    return await answerOf(answer);
  }

  return {
    testApp,
    app,
    /** Headers that pages of this site send with a form. */
    origin: servedAt,
    routes: app.routes,
    send,
    /** Answers a browser's request. */
    fetch: (request: Request) => app.fetch(request, connection),
    /** Any request, with its own headers and cookies. */
    request: async (path: string, init?: RequestInit) =>
      await app.request(new URL(path, servedAt).href, init, connection),
    read,
    /** The same without any cached answer. */
    async readAnew(path: string, session?: string) {
      answers.forget();
      const page = await read(path, session);
      answers.forget();
      return page;
    },
  };
}
