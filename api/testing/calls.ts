import type { RunningProduct } from "./process.ts";

export interface CallOptions {
  readonly cookie?: string | undefined;
  /** Sent as JSON to calls, and as a form to pages. */
  readonly body?: unknown;
  /** A file instead of JSON. */
  readonly bytes?: Uint8Array<ArrayBuffer>;
  readonly signal?: AbortSignal;
}

/** Sends a call like a page of the product, or a page request like a browser without script. */
export async function send(
  product: Pick<RunningProduct, "origin">,
  method: string,
  path: string,
  { cookie, body, bytes, signal }: CallOptions = {},
): Promise<Response> {
  const isCall = path.startsWith("/api/");
  const sent = bytes ??
    (body === undefined
      ? undefined
      : body instanceof FormData
      ? body
      : isCall
      ? JSON.stringify(body)
      : new URLSearchParams(body as Record<string, string>));
  return await fetch(new URL(path, product.origin), {
    method,
    headers: {
      origin: product.origin,
      ...(cookie && { cookie }),
      ...(body !== undefined && isCall && { "content-type": "application/json" }),
    },
    ...(sent !== undefined && { body: sent }),
    redirect: isCall ? "follow" : "manual",
    ...(signal && { signal }),
  });
}

export interface SignedUp {
  readonly id: string;
  readonly username: string;
  readonly cookie: string;
}

export const password = "a long password";

/**
 * Registers a member.
 *
 * @throws {Error} With the answer, if it isn't a success.
 */
export async function signUp(
  product: Pick<RunningProduct, "origin">,
  username: string,
): Promise<SignedUp> {
  const person = { username, email: `${username}@example.com`, firstName: "Pat", lastName: "Doe" };
  const body = { ...person, password, role: "alumni" };
  const answer = await send(product, "POST", "/api/register", { body });
  if (answer.status !== 201) throw new Error(`${answer.status} ${await answer.text()}`);
  const { id } = await answer.json();
  return { id, username, cookie: sessionIn(answer) };
}

/** The session cookie that an answer sets. A proxy may set others before it. */
export function sessionIn({ headers }: Response): string {
  const cookie = headers.getSetCookie().find((one) => /^[\w-]*session=/.test(one));
  return cookie?.split(";")[0] ?? "";
}

/** Sends a request for help. Returns the id of the conversation. */
export async function ask(
  product: Pick<RunningProduct, "origin">,
  { cookie }: Pick<SignedUp, "cookie">,
  request: { readonly memberId: string; readonly note: string; readonly topics?: string },
): Promise<string> {
  const answer = await send(product, "POST", "/connections/new", { cookie, body: request });
  if (answer.status !== 303) throw new Error(`Asking was answered with ${answer.status}`);
  return startedIn(answer) ?? "";
}

/** The id of the conversation that an answer redirects to. */
export function startedIn({ headers }: Response): string | undefined {
  return /^\/connections\/([0-9a-f-]{36})/.exec(headers.get("location") ?? "")?.[1];
}

/** The texts of a conversation on a page. They must not need escaping. */
export function textsIn(html: string): string[] {
  return [...html.matchAll(/\bconversation-text">([^<]*)</g)].map(([, text = ""]) => text);
}

/** Gives a member a picture. Returns its path. */
export async function addPicture(
  product: Pick<RunningProduct, "origin">,
  { cookie }: Pick<SignedUp, "cookie">,
  file: Uint8Array<ArrayBuffer>,
): Promise<string> {
  const upload = await send(product, "POST", "/api/objects/upload", { cookie });
  const { uploadURL } = await upload.json();
  await fetch(uploadURL, { method: "PUT", body: file });
  const body = { profileImageURL: uploadURL };
  const answer = await send(product, "PUT", "/api/profile-images", { cookie, body });
  if (answer.status !== 200) throw new Error(`The picture was answered with ${answer.status}`);
  return (await answer.json()).objectPath;
}
