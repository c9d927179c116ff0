import { answerOf, type Form } from "./real-site.ts";
import type { TestSite } from "./site.ts";

export type Visitor = ReturnType<typeof createVisitor>;

/** A browser without script that keeps the site's cookies. */
export function createVisitor(site: Pick<TestSite, "origin" | "request">) {
  const cookies = new Map<string, string>();

  async function ask(path: string, init: RequestInit = {}) {
    const Cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const answer = await site.request(path, { ...init, headers: { Cookie, Origin: site.origin } });
    for (const cookie of answer.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      if (value === "") cookies.delete(name);
      else cookies.set(name, value);
    }
    return await answerOf(answer);
  }

  return {
    cookies,
    get: (path: string) => ask(path),
    post: (path: string, form: Form = {}) =>
      ask(path, { method: "POST", body: new URLSearchParams(form) }),
    isSignedIn: () => cookies.has("session"),
  };
}
