import { profileSchema } from "../../events/members/profile.ts";
import { SavePicture } from "../contract/picture.ts";
import { ProfileChange } from "../contract/profile.ts";
import { bodyOf } from "./account-calls.ts";
import type { Call, JsonSchema, Parameter } from "./call.ts";

// The widest that a profile may be: what a class year is depends on the role and on the year.
const profile = bodyOf(profileSchema({ role: "cadre", year: 0 }));
const ofOwner = bodyOf(ProfileChange);

const properties: Readonly<Record<string, unknown>> = {
  ...ofOwner.properties,
  ...profile.properties,
  classYear: {
    ...(profile.properties?.classYear as JsonSchema),
    description: "Of cadets and alumni four digits, from 1900 to ten years from now; " +
      "of cadre a text such as 2005-2007",
    examples: ["2018"],
  },
};

const hasAddress = (name: string) => ({
  properties: { [name]: { type: "string", minLength: 1 } },
  required: [name],
});

const change = { type: "object", properties, additionalProperties: false } as JsonSchema;
const whole: JsonSchema = {
  ...change,
  required: profile.required ?? [],
  anyOf: [hasAddress("primaryEmail"), hasAddress("secondaryEmail")] as JsonSchema[],
};

const userId: Parameter = {
  name: "userId",
  in: "path",
  says: "Id of the member",
  schema: { type: "string", format: "uuid" },
};

const noProfile = { 404: "There is no profile" } as const;

const etag = { ETag: "The profile's version" } as const;

const ifMatch: Parameter = {
  name: "If-Match",
  in: "header",
  says: "The versions that may be changed, as their ETags were; any, without it",
  schema: { type: "string" },
};

/** Profiles by themselves, and what stands in their place as a picture. */
export const profileCalls: readonly Call[] = [
  {
    method: "get",
    path: "/api/profile/me",
    summary: "One's own profile",
    who: "member",
    success: { status: 200, says: "The profile, or null", schema: "MaybeProfile" },
  },
  {
    method: "get",
    path: "/api/profile/{userId}",
    summary: "A member's profile",
    details:
      "One's own in full. Of another member's the contacts that they show to the caller, who they " +
      "then learn about. Past the limits of showing a contact, or without a confirmed address, the answer says " +
      "so in their place.",
    who: "member with a role",
    parameters: [userId],
    success: { status: 200, says: "What the caller may see of it", schema: "Profile" },
    problems: { 403: "It is hidden", ...noProfile },
  },
  {
    method: "post",
    path: "/api/profile",
    summary: "Create one's profile",
    details:
      "Texts are trimmed; an empty text or null leaves an optional field out. Addresses of " +
      "websites are kept as browsers read them. One of the two email addresses has to be there.",
    who: "member with a role",
    body: whole,
    success: { status: 201, says: "The profile", schema: "OwnProfile", headers: etag },
    problems: { 409: "There is one already; the answer has it as `profile`" },
    limit: "60 changes an hour by one member",
  },
  {
    method: "patch",
    path: "/api/profile",
    summary: "Change one's profile",
    details: "Any of its fields; the result is checked as a whole. Privacy switches that are not " +
      "named stay as they are.",
    who: "member",
    parameters: [ifMatch],
    body: change,
    success: {
      status: 200,
      says: "The profile as it is now",
      schema: "OwnProfile",
      headers: etag,
    },
    problems: { ...noProfile, 412: "It is of another version; the answer has it as `profile`" },
    limit: "60 changes an hour by one member",
  },
  {
    method: "delete",
    path: "/api/profile",
    summary: "Delete one's profile",
    details: "The account stays.",
    who: "member",
    success: { status: 204, says: "There is no profile anymore" },
    problems: noProfile,
    limit: "60 changes an hour by one member",
  },
  {
    method: "post",
    path: "/api/objects/upload",
    summary: "Ask where a picture may be uploaded",
    who: "member",
    success: {
      status: 200,
      says: "An address for one PUT within ten minutes, here or at an object store",
      schema: "Upload",
    },
    limit: "60 an hour for one member",
  },
  {
    method: "put",
    path: "/api/profile-images",
    summary: "Make an upload one's picture",
    details: "JPEG, PNG, GIF, WebP, or the first page of a PDF, drawn as a square without " +
      "anything but pixels. The file itself is not kept.",
    who: "member",
    body: bodyOf(SavePicture),
    success: { status: 200, says: "Where the picture is", schema: "Picture" },
    problems: {
      400: "The address is none of an upload, or the file is damaged",
      403: "It is someone else's upload",
      404: "Nothing was uploaded there",
      413: "The file is larger than 10 MB",
      415: "The file is no picture and no PDF",
    },
  },
  {
    method: "delete",
    path: "/api/profile-images",
    summary: "Take one's picture away",
    details: "Also without one.",
    who: "member",
    success: { status: 204, says: "There is no picture anymore" },
  },
  {
    method: "get",
    path: "/objects/pictures/{userId}/{file}",
    summary: "A picture",
    details: "For members who may see the profile; 404 for everyone else.",
    who: "member",
    parameters: [userId, {
      name: "file",
      in: "path",
      says: "As in `profileImageUrl`; with `.small.webp` the same picture for small places",
      schema: { type: "string", pattern: "^[A-Za-z0-9_-]+(\\.webp|\\.small\\.webp)$" },
    }],
    success: {
      status: 200,
      says: "The file",
      types: ["image/webp"],
      headers: { ETag: "Names this content" },
      unchanged: true,
    },
    problems: {
      403: "The program has not let the caller in",
      404: "There is nothing that the caller may see",
    },
  },
  {
    method: "put",
    path: "/objects/uploads/{userId}/{uploadId}",
    summary: "Upload a file to the address that was given",
    details: "The address is all the permission that it needs: no session, any origin. Only " +
      "where uploads go to this service and not to an object store.",
    who: "anyone",
    parameters: [
      userId,
      { name: "uploadId", in: "path", says: "As given", schema: { type: "string" } },
      { name: "expires", in: "query", says: "As given", schema: { type: "string" } },
      { name: "signature", in: "query", says: "As given", schema: { type: "string" } },
    ],
    body: "file",
    success: { status: 200, says: "The file is there" },
    problems: {
      400: "The file is empty, or the upload broke off",
      403: "The address is forged or has expired",
      409: "The address was used",
      413: "The file is larger than 10 MB",
    },
  },
];
