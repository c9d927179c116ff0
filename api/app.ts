/** HTTP side of the product: the middleware of every request, and answers to errors. */
import { maxLogoBytes } from "./contract/limits.ts";
import { megabytes } from "../events/amounts.ts";
import { type Context, Hono, type MiddlewareHandler } from "hono";
import { every, except } from "hono/combine";
import { compress } from "hono/compress";
import { isStaff } from "../events/program/admission.ts";
import { maxFormBytes, tooLargeText } from "./features/invitations/sheets/limits.ts";
import { describeError, type Log } from "./node/log.ts";
import type { MailHook } from "./mail/inbound/transports/mail-hook.ts";
import { createClientAddress, createProxies } from "./http/middleware/client-address.ts";
import { headers, noReferrer, secureCookies } from "./http/middleware/headers.ts";
import { ownHost, wellFormedHost } from "./http/middleware/known-host.ts";
import {
  type BodyReading,
  createBodyReading,
  jsonOnly,
  wholeBody,
} from "./http/middleware/whole-body.ts";
import { request } from "./http/middleware/request.ts";
import { changesOnly, notCrossSite, sameOrigin } from "./http/middleware/same-origin.ts";
import { type PageEnv, session } from "./http/middleware/session.ts";
import { Problem, toBody } from "./contract/problem.ts";
import { toProblem } from "./http/problems.ts";
import type { Product } from "./product.ts";
import { schemaPath } from "./features/personal-data/schema.ts";
import type { Readiness } from "./node/readiness.ts";
import { accountRoutes } from "./http/routes/accounts.ts";
import { connectionRoutes } from "./http/routes/connections.ts";
import { contactRoutes } from "./http/routes/contacts.ts";
import { directoryRoutes } from "./http/routes/directory.ts";
import { mailHookRoutes } from "./http/routes/mail-hook.ts";
import { passkeyRoutes } from "./http/routes/passkeys.ts";
import { objectRoutes, pictureRoutes, receiveRoutes } from "./http/routes/pictures.ts";
import { profileRoutes } from "./http/routes/profile.ts";

export interface AppDependencies {
  readonly product: Product;
  readonly log: Log;
  /** For `METRICS_PORT`. */
  readonly countRequest?: MiddlewareHandler | undefined;
  readonly ready: () => Promise<Readiness>;
  readonly newId: () => string;
  readonly appEnv: "production" | "development" | "test";
  readonly isBehindVite?: boolean | undefined;
  readonly appOrigin: string;
  readonly trustedProxies: readonly string[];
  readonly uploadOrigin?: string | undefined;
  readonly mailHook: Pick<MailHook, "take">;
  readonly site?: Hono<PageEnv>;
  /** Page for an error; plain text without it. */
  readonly errorPage?: (
    c: Context<PageEnv>,
    status: number,
    message: string,
  ) => Response | Promise<Response>;
}

/** More than twice the largest valid form or call, except profiles. */
const maxBodyBytes = 64 * 1024;
/** One and a half times the largest valid profile, with every byte percent-encoded. */
const maxProfileBytes = 512 * 1024;
/** Paths that receive profiles: the call, and the page's form. */
const profilePaths: ReadonlySet<string> = new Set(["/api/profile", "/profile/edit"]);

/** Path for files of people; also forms. */
const importPath = "/program/import";

const logoPath = "/program/settings/logo";

/** Path for a backup to restore. It is written to disk as it arrives, and may have gigabytes. */
const backupPath = "/restore/backup";

/** Prefix of mailed links to conversations, each with its token. */
const mailedLinks = "/c/";
/** Addresses that mail programs post to with one click, without a page. */
const invitationUnsubscribe = "/invitation/unsubscribe";

export function createApp(deps: AppDependencies): Hono<PageEnv> {
  const { product, log, appEnv, appOrigin } = deps;
  const app = new Hono<PageEnv>();

  if (deps.countRequest) app.use(deps.countRequest);
  app.use(request({
    log,
    newId: deps.newId,
    clientAddress: createClientAddress(deps.trustedProxies),
    isProxy: createProxies(deps.trustedProxies),
  }));
  app.use(`${mailedLinks}*`, noReferrer);
  app.use(headers({
    isProduction: appEnv === "production",
    isBehindVite: deps.isBehindVite ?? false,
    appOrigin,
    uploadOrigin: deps.uploadOrigin,
  }));
  app.use(secureCookies(appOrigin));
  app.use(compress());
  app.use(wellFormedHost);
  // Before the host check, because probes use any address.
  app.get("/healthz", (c) => c.text("ok"));
  app.get("/readyz", async (c) => {
    const { state, parts } = await deps.ready();
    return c.text([state, ...parts].join("\n"), state === "not ready" ? 503 : 200);
  });
  // Also before the host check, because a local mail server posts to an address of this machine.
  app.route("/mail", mailHookRoutes(deps.mailHook));
  app.use(ownHost(appOrigin));
  // Public, and the same for everyone.
  app.get(schemaPath, (c) =>
    c.json(product.downloads.schema() as object, 200, {
      "Content-Type": "application/schema+json",
      "Cache-Control": "public, max-age=3600",
    }));
  // Before sessions and origins, because an upload's address is its permission.
  const { receive } = product.uploads;
  if (receive) app.route("/objects/uploads", receiveRoutes(receive));
  const maxBytesAt = (path: string) => profilePaths.has(path) ? maxProfileBytes : maxBodyBytes;
  // Pages of mailed links hide their origin, and mail programs have none.
  const ownPages = except([`${mailedLinks}*`, invitationUnsubscribe], sameOrigin(appOrigin));
  app.use(`${mailedLinks}:token`, changesOnly(notCrossSite(appOrigin)));
  app.use(`${mailedLinks}:token/commissioning`, changesOnly(notCrossSite(appOrigin)));
  const reading = createBodyReading();
  const importBody = wholeBody(reading, () => maxFormBytes, {
    whatToDo: () => tooLargeText,
  });
  const logoBody = wholeBody(reading, () => maxLogoBytes, {
    whatToDo: () => `The picture has more than ${megabytes(maxLogoBytes)}. Choose a smaller one`,
  });
  const smallBody = except([importPath, logoPath, backupPath], wholeBody(reading, maxBytesAt));
  app.use(changesOnly(every(ownPages, smallBody)));
  app.use(session(product.authentication, appOrigin));
  app.use(importPath, changesOnly(staffBody(reading, importBody)));
  app.use(logoPath, changesOnly(staffBody(reading, logoBody)));
  app.route("/api", createApi(deps));
  app.route("/objects", objectRoutes(product.pictures));
  if (deps.site) app.route("/", deps.site);

  app.notFound((c) => answerProblem(c, new Problem(404, "Not found"), deps.errorPage));
  app.onError((error, c) => {
    const problem = toProblem(error);
    if (problem) return answerProblem(c, problem, deps.errorPage);
    const { requestId } = c.var;
    log({ level: "error", event: "request failed", requestId, ...describeError(error) });
    const message = `Something went wrong on our side. Reference: ${requestId}`;
    if (isCall(c)) return c.json({ message }, 500);
    return deps.errorPage?.(c, 500, message) ?? c.text(message, 500);
  });
  return app;
}

/** Reads large bodies only for staff. If the session has ended, a small body leads to Login. */
function staffBody(
  reading: BodyReading,
  large: MiddlewareHandler<PageEnv>,
): MiddlewareHandler<PageEnv> {
  const small = wholeBody(reading, () => maxBodyBytes, {
    whatToDo: () => "Your session has ended. Log in, then choose the file again.",
  });
  return async (c, next) => {
    const viewer = c.get("viewer");
    if (viewer === undefined) return await small(c, next);
    if (!isStaff(viewer)) throw new Problem(404, "Not found");
    return await large(c, next);
  };
}

function createApi({ product, appOrigin }: AppDependencies): Hono<PageEnv> {
  const { profiles, contacts, pictures, directory, conversations } = product;
  const api = new Hono<PageEnv>();
  api.use(changesOnly(jsonOnly));
  api.route("/", accountRoutes(product));
  api.route("/profile", profileRoutes(profiles));
  api.route("/", contactRoutes(contacts));
  api.route("/", pictureRoutes(pictures, product.uploads, appOrigin));
  api.route("/", directoryRoutes(directory));
  api.route("/passkeys", passkeyRoutes(product.passkeys));
  api.route("/connections", connectionRoutes(conversations));

  const methods = new Map<string, Set<string>>();
  for (const { path, method } of api.routes) {
    if (method === "ALL") continue;
    methods.set(path, (methods.get(path) ?? new Set<string>()).add(method));
  }
  for (const [path, allowed] of methods) {
    api.all(path, (c) => {
      c.header("Allow", [...allowed].join(", "));
      throw new Problem(405, `This address doesn't accept ${c.req.method}`);
    });
  }
  api.all("*", () => {
    throw new Problem(404, "Not found");
  });
  return api;
}

async function answerProblem(
  c: Context<PageEnv>,
  problem: Problem,
  errorPage: AppDependencies["errorPage"],
): Promise<Response> {
  const { status, message, retryAfterSeconds } = problem;
  if (retryAfterSeconds !== undefined) c.header("Retry-After", String(retryAfterSeconds));
  if (isCall(c)) return c.json(toBody(problem), status);
  return await errorPage?.(c, status, message) ?? c.text(message, status);
}

/** Whether errors are JSON: for calls and objects, and unknown paths below `/api`. */
function isCall(c: Context): boolean {
  return c.req.path === "/api" || /^\/(api|objects)\//.test(c.req.path);
}
