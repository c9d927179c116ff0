import { pageMember, ServerAway } from "../hydration/calls.ts";
import type { Toast } from "../toasts/toast.ts";
import { enhancedHeader, toastHeader } from "./enhanced-headers.ts";

/**
 * Answers to enhanced forms: how they are asked for, and how they are read. A redirect comes as where to go, since a
 * browser that followed it would take the next page's toast with it.
 */

export interface Answer {
  readonly goTo?: string;
  readonly toast?: Toast;
  readonly page?: Document;
  /** What an error page says. */
  readonly message?: string;
  /** Where the page goes by itself. */
  readonly refresh?: { readonly seconds: string; readonly to: string };
}

/** @throws {ServerAway} When there is no answer. */
export async function post(
  form: HTMLFormElement,
  sent: URLSearchParams | FormData,
): Promise<Response> {
  // A field may be named "action".
  const address = form.getAttribute("action") ?? location.href;
  return await answerTo(address, {
    method: "POST",
    headers: { [enhancedHeader]: "1", ...pageMember() },
    body: sent,
  });
}

/** @throws {ServerAway} When there is no answer. */
export async function read(address: string): Promise<Answer> {
  return await readAnswer(await answerTo(address, {}));
}

async function answerTo(address: string, init: RequestInit): Promise<Response> {
  const headers = { Accept: "text/html", ...init.headers };
  return await fetch(address, { ...init, headers }).catch((error) => {
    throw new ServerAway(error);
  });
}

export async function readAnswer(response: Response): Promise<Answer> {
  const said = response.headers.get(toastHeader);
  const goTo = response.status === 204 ? response.headers.get("Location") : null;
  const toast = said === null ? {} : { toast: JSON.parse(decodeURIComponent(said)) as Toast };
  if (goTo !== null) return { goTo, ...toast };
  const page = await readPage(response);
  const message = page.querySelector("[data-error]")?.textContent;
  const refresh = page.querySelector<HTMLMetaElement>("meta[http-equiv=refresh]");
  const [, seconds, to] = /^(\d+);url=(.*)$/.exec(refresh?.content ?? "") ?? [];
  return {
    page,
    ...toast,
    ...(message && { message }),
    ...(seconds !== undefined && to !== undefined && { refresh: { seconds, to } }),
  };
}

/**
 * Parses a page of this site, to use parts of it. It is read without its styles: they have the nonce of another
 * answer, which this page's policy refuses, and browsers report.
 */
export async function readPage(answer: Response): Promise<Document> {
  const html = (await answer.text()).replace(/<style[^]*?<\/style>/g, "");
  return new DOMParser().parseFromString(html, "text/html");
}
