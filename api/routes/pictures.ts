import type { Context } from "hono";
import { requireAdmitted } from "../accounts/policies/admission.ts";
import { isLoopback } from "../config/loopback.ts";
import { SavePicture } from "../contract/profile-picture.ts";
import { requireIn, requireMember, requireRole } from "../middleware/session.ts";
import { type ReceiveUpload, withStreamTimeout } from "../objects/object-store.ts";
import type { Pictures } from "../pictures/pictures.ts";
import { Problem } from "../problems.ts";
import { Calls } from "./calls.ts";

const group = "Profiles and pictures";

/** Mounted at `/api`: the address for an upload, and the caller's picture. */
export function pictureRoutes(
  pictures: Pick<Pictures, "startUpload" | "save" | "remove">,
  appOrigin: string,
) {
  const guards = [requireMember, requireRole, requireIn];
  return new Calls(group)
    .call("POST /objects/upload", {
      summary: "Ask where a picture may be uploaded",
      answer: [200, "Upload"],
      limit: "60 an hour for one member",
      guards,
      async run({ c, memberId }) {
        const address = await pictures.startUpload(memberId);
        return {
          uploadURL: address.startsWith("/") ? originOf(c, appOrigin) + address : address,
        };
      },
    })
    .call("PUT /profile-images", {
      summary: "Make an upload one's picture",
      details:
        "JPEG, PNG, GIF, WebP, or the first page of a PDF, drawn as a square without anything but pixels. The file itself is not stored.",
      answer: [200, "Picture"],
      problems: [400, 403, 404, 413, 415],
      guards,
      body: SavePicture,
      async run({ c, memberId, body: { profileImageURL: url }, origin }) {
        // Addresses of uploads to this service are paths.
        const own = [appOrigin, originOf(c, appOrigin)].find((start) =>
          url.startsWith(`${start}/`)
        );
        const address = own === undefined ? url : url.slice(own.length);
        return { objectPath: await pictures.save(memberId, address, origin) };
      },
    })
    .call("DELETE /profile-images", {
      summary: "Take one's picture away",
      details: "Also without one.",
      answer: [204],
      guards: [requireMember],
      run: ({ memberId, origin }) => pictures.remove(memberId, origin),
    });
}

/** Mounted at `/objects/uploads`, for uploads through this service. */
export function receiveRoutes(receive: ReceiveUpload) {
  const asGiven = (name: string, place: "path" | "query") =>
    ({ name, in: place, says: "As given", schema: { type: "string" } }) as const;
  return new Calls(group).call("PUT /:userId/:uploadId", {
    summary: "Upload a file to the address that was given",
    details:
      "The address is all the permission that it needs: no session, any origin. Only where uploads go to this service and not to an object store.",
    answer: [200],
    problems: [400, 403, 409, 413, 415],
    describedBody: "file",
    parameters: [
      asGiven("uploadId", "path"),
      asGiven("expires", "query"),
      asGiven("signature", "query"),
    ],
    async run({ c }) {
      const { pathname, search } = new URL(c.req.url);
      const length = c.req.header("Content-Length");
      const declaredBytes = length === undefined ? undefined : Number(length);
      await receive(pathname + search, c.req.raw.body, declaredBytes);
    },
  });
}

/** Mounted at `/objects`: pictures, for members who may see them. */
export function objectRoutes(pictures: Pick<Pictures, "find" | "read">) {
  return new Calls(group).call("GET /pictures/:userId/:file", {
    summary: "A picture",
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
    guards: [requireMember],
    async run({ c, member }) {
      // Access is checked first: a 304 would reveal that the picture exists.
      const found = await pictures.find(member, c.req.path);
      if (found === undefined) {
        // The same answer whether or not it exists: it depends only on the viewer.
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
    },
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
