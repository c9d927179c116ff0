import type { RunningProduct } from "./process.ts";

export interface CallOptions {
  readonly cookie?: string | undefined;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** A file instead of JSON. */
  readonly bytes?: Uint8Array<ArrayBuffer>;
  readonly signal?: AbortSignal;
}

/** A call to a running product, as its own pages make it. */
export async function send(
  product: Pick<RunningProduct, "origin">,
  method: string,
  path: string,
  { cookie, body, bytes, signal }: CallOptions = {},
): Promise<Response> {
  const sent = bytes ?? (body === undefined ? undefined : JSON.stringify(body));
  return await fetch(new URL(path, product.origin), {
    method,
    headers: {
      origin: product.origin,
      ...(cookie && { cookie }),
      ...(body !== undefined && { "content-type": "application/json" }),
    },
    ...(sent !== undefined && { body: sent }),
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
 * Registers someone.
 *
 * @throws {Error} With the answer, when it is no success.
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

/** The cookie of a session that an answer sets; a proxy may set others before it. */
export function sessionIn({ headers }: Response): string {
  const cookie = headers.getSetCookie().find((one) => /^[\w-]*session=/.test(one));
  return cookie?.split(";")[0] ?? "";
}

/** Gives someone a picture; returns its path. */
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
