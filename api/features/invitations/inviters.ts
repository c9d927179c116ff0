import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";
import { canView, publicUser, type Viewer } from "../../../events/members/privacy.ts";
import type { MemberRecord } from "../../../events/members/record.ts";
import { isStaff } from "../../../events/program/admission.ts";
import type { MemberTable } from "../../../events/read/members.ts";
import type { MemberKeys } from "../../../events/store/keys.ts";
import { openJson, sealJson } from "../../../events/store/seal.ts";
import { mailPictureMark } from "../../mail/templates/mail-logo.ts";
import type { Inviter } from "../../mail/templates/invitation-letters.ts";
import { plainName } from "../../mail/templates/name-of.ts";
import type { MailImage } from "../../mail/mail.ts";
import { keysOfPicture } from "../../objects/keys.ts";
import { type ObjectStore, readAll } from "../../objects/object-store.ts";

interface InvitersParts {
  readonly members: Pick<MemberTable, "byId">;
  readonly keys: Pick<MemberKeys, "ensure" | "load">;
  readonly objects: Pick<ObjectStore, "read">;
}

type Invited = Pick<MemberRecord, "memberId" | "admission" | "invitation">;
/** A content id unique to each picture, since two letters in one mail may have two pictures. */
const cidOf = (path: string) => createHash("sha256").update(path).digest("hex").slice(0, 12);

type Seal = (words: string) => string;

const maxPictureBytes = 1_000_000;
const context = "words of an invitation";
/** A viewer who has no account yet. */
const anyone: Viewer = { memberId: "", admission: null };

/**
 * The inviting staff member, as the invited person may see them. Their words are encrypted under
 * their own key, and so erased with them.
 */
export class Inviters {
  readonly #pictures = new LRUCache<string, Uint8Array>({ max: 20 });

  constructor(private readonly parts: InvitersParts) {}

  /** `undefined` if the program invites: by a command, or after they left, hid or were suspended. */
  async of({ memberId, admission, invitation }: Invited): Promise<Inviter | undefined> {
    if (invitation?.invitedBy == null) return undefined;
    const { invitedBy, words } = invitation;
    const person = await this.#shown(invitedBy, { memberId, admission });
    return person && { ...person, words: await this.#opened(invitedBy, words) };
  }

  /** The same for a preview, before anyone is invited. */
  async preview(staffId: string, words: string): Promise<Inviter | undefined> {
    const person = await this.#shown(staffId, anyone);
    return person && { ...person, words };
  }

  /** Seals a staff member's words. */
  async sealing(staffId: string): Promise<Seal | undefined> {
    const key = (await this.parts.keys.ensure([staffId])).get(staffId);
    return key && ((words) => Buffer.from(sealJson(key, context, words)).toString("base64"));
  }

  /** A staff member's words in an invitation; empty without their key. */
  wordsOf(staffId: string, words: string | null): Promise<string> {
    return this.#opened(staffId, words);
  }

  async #shown(staffId: string, viewer: Viewer): Promise<Omit<Inviter, "words"> | undefined> {
    const staff = await this.parts.members.byId(staffId);
    if (staff === undefined || !isStaff(staff)) return undefined;
    const { profile, profileImageUrl } = staff;
    const isVisible = canView(viewer, staff);
    // Without a profile, show only the name. With a hidden one, show no one: they don't want to be
    // seen.
    if (profile !== null && !isVisible) return undefined;
    const name = plainName(publicUser(staff));
    if (name === undefined) return undefined;
    return {
      memberId: staffId,
      name: [profile?.rank ?? "", name].filter((part) => part !== "").join(" "),
      title: profile?.jobTitle ?? "",
      picture: profile && profileImageUrl !== null
        ? await this.#picture(profileImageUrl, name)
        : undefined,
    };
  }

  /** The picture, or none if it can't be read now: the invitation is sent either way. */
  async #picture(path: string, name: string): Promise<MailImage | undefined> {
    try {
      const bytes = this.#pictures.get(path) ?? await this.#drawn(path);
      if (bytes === undefined) return undefined;
      this.#pictures.set(path, bytes);
      return { cid: `who-invites-${cidOf(path)}`, alt: `Picture of ${name}`, bytes };
    } catch {
      return undefined;
    }
  }

  async #drawn(path: string): Promise<Uint8Array | undefined> {
    const [key] = keysOfPicture(path);
    const found = key === undefined ? undefined : await this.parts.objects.read(key);
    if (found === undefined) return undefined;
    const { encodeMailPicture } = await import("../../drawing/encode-picture.ts");
    const bytes = new Uint8Array(await readAll(found.body, maxPictureBytes));
    return await encodeMailPicture(bytes, mailPictureMark);
  }

  async #opened(staffId: string, words: string | null): Promise<string> {
    const key = words === null ? undefined : (await this.parts.keys.load([staffId])).get(staffId);
    if (words === null || key === undefined) return "";
    const sealed = new Uint8Array(Buffer.from(words, "base64")).buffer;
    return String(openJson(key, context, sealed));
  }
}
