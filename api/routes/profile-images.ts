import { Hono } from "hono";
import { type PictureAnswer, SavePicture } from "../contract/picture.ts";
import { type MemberEnv, requireMember } from "../middleware/session.ts";
import { valid } from "../middleware/valid.ts";
import type { Pictures } from "../product.ts";
import { originOf } from "./objects.ts";

/** Mounted at `/api/profile-images`: the picture of whoever asks. */
export function profileImageRoutes(
  pictures: Pick<Pictures, "save" | "remove">,
  appOrigin: string,
) {
  return new Hono<MemberEnv>()
    .put("/", requireMember, valid(SavePicture), async (c) => {
      const { member, origin } = c.var;
      const url = c.req.valid("json").profileImageURL;
      // An upload that went to this service is known by its path.
      const own = [appOrigin, originOf(c, appOrigin)].find((start) => url.startsWith(`${start}/`));
      const address = own === undefined ? url : url.slice(own.length);
      const objectPath = await pictures.save(member.memberId, address, origin);
      return c.json<PictureAnswer>({ objectPath });
    })
    .delete("/", requireMember, async (c) => {
      await pictures.remove(c.var.member.memberId, c.var.origin);
      return c.body(null, 204);
    });
}
