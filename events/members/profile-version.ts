import { createHash } from "node:crypto";
import type { ContactAudiences } from "../contacts/audiences.ts";
import { contactOrder } from "./contact-fields.ts";
import { profileFields } from "./profile-fields.ts";
import type { ProfileRecord } from "./record.ts";

export function profileVersion(profile: ProfileRecord, audiences: ContactAudiences): string {
  const content = [
    ...profileFields.map((name) => profile[name]),
    profile.isVisible,
    profile.sharedFields,
    ...contactOrder.map((name) => audiences[name]),
  ];
  return createHash("sha256").update(JSON.stringify(content)).digest("base64url").slice(0, 22);
}
