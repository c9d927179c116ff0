import { Hono } from "hono";
import { type PictureAnswer, SavePicture } from "../contract/picture.ts";
import { type MemberEnv, requireMember } from "../middleware/session.ts";
import { valid } from "../middleware/valid.ts";
import { originOf } from "./objects.ts";
import { describe } from "../openapi/describe.ts";
import type { Pictures } from "../pictures/pictures.ts";

/** Mounted at `/api/profile-images`: the caller's picture. */
export function profileImageRoutes(
  pictures: Pick<Pictures, "save" | "remove">,
  appOrigin: string,
) {
  return new Hono<MemberEnv>()
    .put(
      "/",
      describe("Profiles and pictures", "Make an upload one's picture", {
        details:
          "JPEG, PNG, GIF, WebP, or the first page of a PDF, drawn as a square without anything but pixels. The file itself is not kept.",
        answer: [200, "Picture"],
        problems: [400, 403, 404, 413, 415],
      }),
      requireMember,
      valid(SavePicture),
      async (c) => {
        const { member, origin } = c.var;
        const url = c.req.valid("json").profileImageURL;
        // Addresses of uploads to this service are paths.
        const own = [appOrigin, originOf(c, appOrigin)].find((start) =>
          url.startsWith(`${start}/`)
        );
        const address = own === undefined ? url : url.slice(own.length);
        const objectPath = await pictures.save(member.memberId, address, origin);
        return c.json<PictureAnswer>({ objectPath });
      },
    )
    .delete(
      "/",
      describe("Profiles and pictures", "Take one's picture away", {
        details: "Also without one.",
        answer: [204],
      }),
      requireMember,
      async (c) => {
        await pictures.remove(c.var.member.memberId, c.var.origin);
        return c.body(null, 204);
      },
    );
}
