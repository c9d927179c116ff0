import { afterEach, expect, vi } from "vitest";
import { prepareForms, startForms } from "../forms/plain-forms.ts";
import { markUnsaved } from "../forms/unsaved.ts";
import type { TestSite } from "./site.ts";

export interface Sent {
  readonly method: string;
  readonly path: string;
  readonly form: Readonly<Record<string, string>>;
}

/** Replaces the site's own answer to `POST /login` and similar requests. */
export type AnswerOverrides = Readonly<Record<string, () => Response | Promise<Response>>>;

/** An answer that never comes. */
export const pendingAnswer = () => new Promise<Response>(() => {});

/** Expects the page to show a toast, now or soon. */
export const toastSays = (toast: object) =>
  expect.poll(() => {
    const brought = document.querySelector<HTMLElement>("[data-toast]")?.dataset.toast;
    return JSON.parse(brought ?? "null");
  }).toMatchObject(toast);

/** Expects a page of this path to be shown, now or soon. */
export const arrivesAt = (path: string) => expect.poll(() => location.pathname).toBe(path);

/**
 * The document whose forms were started: test files in one process share this module, but not the
 * document.
 */
let started: Document | undefined;
let navigate = (_form: HTMLFormElement, _submitter: HTMLElement | null) => Promise.resolve();

afterEach(() => {
  vi.unstubAllGlobals();
  document.body.innerHTML = "";
});

/**
 * Opens a page of a site, with the script of its forms. Forms are posted to the site, whose answer
 * is the next page.
 * @returns Sent forms, in order.
 */
export async function openPage(
  site: TestSite,
  path: string,
  { memberId, overrides = {} }: { memberId?: string; overrides?: AnswerOverrides } = {},
): Promise<readonly Sent[]> {
  const sent: Sent[] = [];
  const cookies = new Map<string, string>();
  keep(site.cookie(memberId).Cookie);

  function keep(cookie: string | undefined) {
    const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(cookie ?? "") ?? [];
    if (name !== "") cookies.set(name, value);
  }

  async function ask(address: string, init: RequestInit = {}): Promise<Response> {
    const url = new URL(address, new URL(location.pathname, site.origin));
    const method = init.method ?? "GET";
    const form = Object.fromEntries(new URLSearchParams(String(init.body ?? "")));
    sent.push({ method, path: url.pathname, form });
    const answer = overrides[`${method} ${url.pathname}`];
    if (answer !== undefined) return await answer();
    const Cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const headers = { ...init.headers as Record<string, string>, Cookie, Origin: site.origin };
    const got = await site.request(url.pathname + url.search, { ...init, headers });
    for (const cookie of got.headers.getSetCookie()) keep(cookie);
    return got;
  }

  async function show(address: string, html: string) {
    const parsed = new DOMParser().parseFromString(html, "text/html");
    history.replaceState(null, "", address);
    for (const part of parsed.querySelectorAll("noscript")) part.remove();
    document.body.innerHTML = parsed.body.innerHTML;
    const { dataset } = document.documentElement;
    const { member } = parsed.documentElement.dataset;
    if (member === undefined) delete dataset.member;
    else dataset.member = member;
    for (const form of ["account", "profile"]) markUnsaved(form, false);
    dispatchEvent(new Event("pageshow"));
    if (started === document) prepareForms();
    else start();
    started = document;
  }

  navigate = async (form, submitter) => {
    const data = new FormData(form, submitter);
    // The tests' document doesn't do this itself.
    form.dispatchEvent(
      Object.assign(new Event("formdata", { bubbles: true }), { formData: data }),
    );
    const body = new URLSearchParams(
      [...data].map(([name, value]) => [name, String(value)]),
    );
    let address = form.getAttribute("action") ?? location.pathname;
    let answer = await ask(address, { method: "POST", body });
    if (answer.status === 303) {
      address = answer.headers.get("Location") ?? "";
      answer = await ask(address);
    }
    await show(address, await answer.text());
  };
  vi.stubGlobal("Request", serverRequest());
  vi.stubGlobal("Response", serverResponse());
  vi.stubGlobal("fetch", ask);
  sessionStorage.clear();
  await show(path, await site.page(path, memberId));
  return sent;
}

function start() {
  startForms();
  addEventListener("submit", (event) => {
    if (event.defaultPrevented || !(event.target instanceof HTMLFormElement)) return;
    event.preventDefault();
    void navigate(event.target, event.submitter);
  });
}

/**
 * Requests as a server reads them. happy-dom's are those of a script, which can't send cookies
 * itself.
 */
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

/** Answers as a server gives them, which set cookies. */
function serverResponse() {
  return class extends Response {
    constructor(body?: BodyInit | null, init?: ResponseInit) {
      super(body, init);
      if (!(init?.headers instanceof Headers)) return;
      for (const cookie of init.headers.getSetCookie()) this.headers.append("Set-Cookie", cookie);
    }
  };
}
