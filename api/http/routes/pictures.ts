import { type Context, Hono } from "hono";
import { requireAdmitted } from "../../features/accounts/policies/admission.ts";
import { isLoopback } from "../../config/loopback.ts";
import { SavePicture } from "../../contract/profile-picture.ts";
import { type MemberEnv, requireIn, requireMember, requireRole } from "../middleware/session.ts";
import { valid } from "../middleware/valid.ts";
import { type ReceiveUpload, withStreamTimeout } from "../../objects/object-store.ts";
import type { Pictures } from "../../features/pictures/pictures.ts";
import type { Uploads } from "../../features/pictures/uploads.ts";
import { Problem } from "../../contract/problem.ts";

/** Mounted at `/api`: the address for an upload, and the caller's picture. */
export function pictureRoutes(
  pictures: Pick<Pictures, "save" | "remove">,
  uploads: Pick<Uploads, "start">,
  appOrigin: string,
) {
  return new Hono<MemberEnv>()
    .post("/objects/upload", requireMember, requireRole, requireIn, async (c) => {
      const address = await uploads.start(c.var.member.memberId);
      const uploadURL = address.startsWith("/") ? originOf(c, appOrigin) + address : address;
      return c.json({ uploadURL });
    })
    .put(
      "/profile-images",
      requireMember,
      requireRole,
      requireIn,
      valid(SavePicture),
      async (c) => {
        const { member, origin } = c.var;
        const { profileImageURL: url } = c.req.valid("json");
        // Addresses of uploads to this service are paths.
        const own = [appOrigin, originOf(c, appOrigin)].find((start) =>
          url.startsWith(`${start}/`)
        );
        const address = own === undefined ? url : url.slice(own.length);
        return c.json({ objectPath: await pictures.save(member.memberId, address, origin) });
      },
    )
    .delete("/profile-images", requireMember, async (c) => {
      await pictures.remove(c.var.member.memberId, c.var.origin);
      return c.body(null, 204);
    });
}

/** Mounted at `/objects/uploads`, for uploads through this service. The address itself is the permission. */
export function receiveRoutes(receive: ReceiveUpload) {
  return new Hono().put("/:userId/:uploadId", async (c) => {
    const { pathname, search } = new URL(c.req.url);
    const length = c.req.header("Content-Length");
    const declaredBytes = length === undefined ? undefined : Number(length);
    await receive(pathname + search, c.req.raw.body, declaredBytes);
    return c.body(null, 200);
  });
}

/** Mounted at `/objects`: pictures, for members who may see them. */
export function objectRoutes(pictures: Pick<Pictures, "find" | "read">) {
  return new Hono<MemberEnv>().get("/pictures/:userId/:file", requireMember, async (c) => {
    const { member } = c.var;
    // Checks access first, because a 304 would reveal that the picture exists.
    const found = await pictures.find(member, c.req.path);
    if (found === undefined) {
      // The answer depends only on the viewer, not on whether the picture exists.
      requireAdmitted(member);
      throw new Problem(404, "Not found");
    }
    const tag = `"${found.tag}"`;
    c.header("ETag", tag);
    // Cached briefly: its owner may hide it, and the browser may get another member.
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
  });
}

function isKnown(c: Context, tag: string): boolean {
  const known = c.req.header("If-None-Match")?.split(",").map((entry) => entry.trim()) ?? [];
  return known.some((entry) => entry === "*" || entry.replace(/^W\//, "") === tag);
}

/** The calling page's origin, checked before; the local machine has several names. */
function originOf(c: Context, appOrigin: string): string {
  const origin = c.req.header("Origin") ?? "";
  if (!isLoopback(new URL(appOrigin).hostname) || !URL.canParse(origin)) return appOrigin;
  return isLoopback(new URL(origin).hostname) ? new URL(origin).origin : appOrigin;
}
