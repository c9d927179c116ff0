import { z } from "zod";
import type { Answer } from "../openapi/answers.ts";

export type UploadAnswer = Answer<"Upload">;

export const SavePicture = z.strictObject({
  profileImageURL: z.string("The upload URL is missing")
    .min(1, "The upload URL is missing")
    .max(4000, "This isn't an upload URL"),
});
export type SavePicture = z.infer<typeof SavePicture>;

export type PictureAnswer = Answer<"Picture">;
