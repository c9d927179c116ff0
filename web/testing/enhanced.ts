import { afterEach, expect, vi } from "vitest";
import { startForms } from "../forms/enhance.ts";
import { prepare } from "../forms/swap.ts";
import { markUnsaved } from "../forms/unsaved.ts";
import * as navigation from "../hydration/navigation.ts";
import * as toaster from "../toasts/toaster.tsx";
import type { TestSite } from "./site.ts";

export interface Sent {
  readonly method: string;
  readonly path: string;
  readonly form: Readonly<Record<string, string>>;
}

/** What takes the place of the site's own answer to `POST /login` and the like. */
export type Instead = Readonly<Record<string, () => Response | Promise<Response>>>;

/** An answer without a word, as a proxy gives it. */
export const noWords = () => new Response("", { status: 500 });

/** An answer that never comes. */
export const silence = () => new Promise<Response>(() => {});

/** No answer at all. */
export const away = () => Promise.reject(new TypeError("fetch failed"));

/** Expects a toast, now or soon. */
export const toastSays = (toast: object) =>
  vi.waitFor(() => expect(vi.mocked(toaster.showToast).mock.lastCall?.[0]).toMatchObject(toast));

/** The document whose forms were started: test files that share a process share this module, not the document. */
let started: Document | undefined;

afterEach(() => {
  vi.unstubAllGlobals();
  document.body.innerHTML = "";
});

/**
 * Opens a page of a site and starts its enhanced forms, which are answered by the site. Leaving the page and toasts
 * are only noted.
 *
 * @returns What was sent, in order.
 */
export async function openPage(
  site: TestSite,
  path: string,
  { memberId, instead = {} }: { memberId?: string; instead?: Instead } = {},
): Promise<readonly Sent[]> {
  const sent: Sent[] = [];
  const session = site.cookie(memberId);
  const ask = async (address: string, init: RequestInit = {}) => {
    const url = new URL(address, site.origin);
    const method = init.method ?? "GET";
    const form = Object.fromEntries(new URLSearchParams(String(init.body ?? "")));
    sent.push({ method, path: url.pathname, form });
    const answer = instead[`${method} ${url.pathname}`];
    if (answer !== undefined) return await answer();
    const body = init.body === undefined ? {} : { body: new URLSearchParams(String(init.body)) };
    const headers = { ...init.headers as Record<string, string>, ...session, Origin: site.origin };
    return await site.request(url.pathname + url.search, { ...init, ...body, headers });
  };
  vi.stubGlobal("Request", serverRequest());
  const parsed = new DOMParser().parseFromString(await site.page(path, memberId), "text/html");
  history.replaceState(null, "", path);
  document.body.innerHTML = parsed.body.innerHTML;
  const { dataset } = document.documentElement;
  if (memberId === undefined) delete dataset.member;
  else dataset.member = memberId;
  for (const form of document.forms) markUnsaved(form.id, false);
  vi.stubGlobal("fetch", ask);
  // Spies, since mocked modules would be those of the first file in this process.
  vi.spyOn(navigation, "goOnTo").mockImplementation(() => {});
  vi.spyOn(toaster, "showToast").mockImplementation(() => {});
  if (started === document) prepare(document);
  else startForms();
  started = document;
  return sent;
}

/** Requests as a server reads them: happy-dom's are a script's, which can't send cookies of its own. */
function serverRequest() {
  return class extends Request {
    constructor(input: Request | string | URL, init?: RequestInit) {
      super(input, init);
      const headers = init?.headers ?? (input instanceof Request ? input.headers : {});
      for (const [name, value] of headers instanceof Headers ? headers : Object.entries(headers)) {
        this.headers.set(name, value);
      }
    }
  };
}
