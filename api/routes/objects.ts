import { type Context, Hono } from "hono";
import { requireAdmitted } from "../accounts/policies/admission.ts";
import type { UploadAnswer } from "../contract/picture.ts";
import { isLoopback } from "../config/loopback.ts";
import { type MemberEnv, type PageEnv, requireMember } from "../middleware/session.ts";
import type { ReceiveUpload } from "../objects/object-store.ts";
import { withStreamTimeout } from "../objects/stream-timeout.ts";
import { Problem } from "../problems.ts";
import { describe } from "../openapi/describe.ts";
import type { Pictures } from "../pictures/pictures.ts";

const asGiven = (name: string, place: "path" | "query") =>
  ({ name, in: place, says: "As given", schema: { type: "string" } }) as const;

/** Mounted at `/api/objects/upload`: the address for an upload. */
export function uploadRoutes(pictures: Pick<Pictures, "startUpload">, appOrigin: string) {
  return new Hono<MemberEnv>()
    .post(
      "/",
      describe("Profiles and pictures", "Ask where a picture may be uploaded", {
        answer: [200, "Upload"],
        limit: "60 an hour for one member",
      }),
      requireMember,
      async (c) => {
        const address = await pictures.startUpload(c.var.member.memberId);
        const uploadURL = address.startsWith("/") ? originOf(c, appOrigin) + address : address;
        return c.json<UploadAnswer>({ uploadURL });
      },
    );
}

/** Mounted at `/objects/uploads`, where the store takes uploads through this service. */
export function receiveRoutes(receive: ReceiveUpload) {
  return new Hono<PageEnv>()
    .put(
      "/:userId/:uploadId",
      describe("Profiles and pictures", "Upload a file to the address that was given", {
        details:
          "The address is all the permission that it needs: no session, any origin. Only where uploads go to this service and not to an object store.",
        answer: [200],
        problems: [400, 403, 409, 413],
        body: "file",
        parameters: [
          asGiven("uploadId", "path"),
          asGiven("expires", "query"),
          asGiven("signature", "query"),
        ],
      }),
      async (c) => {
        const { pathname, search } = new URL(c.req.url);
        const length = c.req.header("Content-Length");
        await receive(
          pathname + search,
          c.req.raw.body,
          length === undefined ? undefined : Number(length),
        );
        return c.body(null, 200);
      },
    );
}

/** Mounted at `/objects`: pictures, for members who may see them. */
export function objectRoutes(pictures: Pick<Pictures, "find" | "read">) {
  return new Hono<MemberEnv>()
    .get(
      "/pictures/:userId/:file",
      describe("Profiles and pictures", "A picture", {
        details: "For members who may see the profile; 404 for everyone else.",
        answer: [200, "image/webp"],
        headers: { "ETag": "Names this content" },
        isConditional: true,
        parameters: [{
          name: "file",
          in: "path",
          says: "As in `profileImageUrl`; with `.small.webp` the same picture for small places",
          schema: { type: "string", pattern: "^[A-Za-z0-9_-]+(\\.webp|\\.small\\.webp)$" },
        }],
        problems: [403, 404],
      }),
      requireMember,
      async (c) => {
        // Access is checked first: a 304 would reveal that the picture exists.
        const found = await pictures.find(c.var.member, c.req.path);
        if (found === undefined) {
          // The same answer whether or not it exists: it depends only on the viewer.
          requireAdmitted(c.var.member);
          throw new Problem(404, "Not found");
        }
        const tag = `"${found.tag}"`;
        c.header("ETag", tag);
        // Cached briefly though it never changes: its owner may hide it. And not for the next person who signs in.
        c.header("Cache-Control", "private, max-age=300, immutable");
        c.header("Vary", "Cookie");
        if (isKnown(c, tag)) return c.body(null, 304);
        const stored = await pictures.read(found);
        if (stored === undefined) throw new Problem(404, "Not found");
        c.header("Content-Type", "image/webp");
        c.header("Content-Length", String(stored.sizeBytes));
        if (c.req.method === "HEAD") {
          await stored.body.cancel();
          return c.body(null);
        }
        return c.body(withStreamTimeout(stored.body));
      },
    );
}

function isKnown(c: Context, tag: string): boolean {
  const known = c.req.header("If-None-Match")?.split(",").map((entry) => entry.trim()) ?? [];
  return known.some((entry) => entry === "*" || entry.replace(/^W\//, "") === tag);
}

/**
 * The service's origin as the calling page knows it. Requests from pages were checked for it before; on the
 * local machine it has several names.
 */
export function originOf(c: Context, appOrigin: string): string {
  const origin = c.req.header("Origin") ?? "";
  if (!isLoopback(new URL(appOrigin).hostname) || !URL.canParse(origin)) return appOrigin;
  return isLoopback(new URL(origin).hostname) ? new URL(origin).origin : appOrigin;
}
