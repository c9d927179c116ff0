import { z } from "zod";

export interface UploadAnswer {
  readonly uploadURL: string;
}

export const SavePicture = z.strictObject({
  profileImageURL: z.string("The upload URL is missing")
    .min(1, "The upload URL is missing")
    .max(4000, "This isn't an upload URL"),
});
export type SavePicture = z.infer<typeof SavePicture>;

export interface PictureAnswer {
  readonly objectPath: string;
}
