import sharp from "sharp";
import { describe, expect, it } from "vitest";
import type { MemberRecord } from "../../../events/members/record.ts";
import { newKey } from "../../../events/store/seal.ts";
import type { ObjectStore } from "../../../api/objects/object-store.ts";
import { streamOf } from "../../../api/testing/stream-of.ts";
import { aMember, aProfile, invitedByList } from "../../testing/members.ts";
import { Inviters } from "../../../api/features/invitations/inviters.ts";

const staffId = "00000000-0000-4000-8000-000000000001";
const path = `/objects/pictures/${staffId}/face.webp`;
const dana = aMember({
  memberId: staffId,
  firstName: "Dana",
  lastName: "Reyes",
  role: "cadre",
  isCadreConfirmed: true,
  profileImageUrl: path,
  profile: aProfile({ rank: "LTC", jobTitle: "Professor of Military Science" }),
});
const hidden = { ...dana, profile: aProfile({ isVisible: false }) };

async function invitedBy(staff: MemberRecord | undefined, objects?: Pick<ObjectStore, "read">) {
  const face = await sharp({ create: { width: 512, height: 512, channels: 3, background: "#963" } })
    .webp().toBuffer();
  const keys = new Map([[staffId, newKey()]]);
  const known = { ensure: async () => keys, load: async () => keys };
  const inviters = new Inviters({
    members: { byId: async (id) => id === staffId ? staff : undefined },
    keys: known,
    objects: objects ?? { read: async () => ({ body: streamOf([face]), sizeBytes: face.length }) },
  });
  const words = (await inviters.sealing(staffId))?.("Come back to us.") ?? null;
  const invitation = { ...invitedByList, invitedBy: staffId, words };
  const invited = aMember({ memberId: "pat", invitation });
  return { inviter: await inviters.of(invited), inviters, invited, keys };
}

describe("the inviting staff member", () => {
  it("is shown with rank, title, picture and sentence", async () => {
    const { inviter } = await invitedBy(dana);
    expect(inviter).toMatchObject({
      memberId: staffId,
      name: "LTC Dana Reyes",
      title: "Professor of Military Science",
      words: "Come back to us.",
    });
    const bytes = inviter?.picture?.bytes ?? new Uint8Array();
    expect((await sharp(bytes).metadata()).format).toBe("png");
    expect(bytes.length).toBeLessThan(20_000);
  });

  it("is shown only with name and sentence without a profile", async () => {
    const { inviter } = await invitedBy({ ...dana, profile: null });
    expect(inviter).toMatchObject({ name: "Dana Reyes", title: "", words: "Come back to us." });
    expect(inviter?.picture).toBeUndefined();
  });

  it.each<[string, MemberRecord | undefined]>([
    ["is erased", undefined],
    ["has left the staff", { ...dana, isCadreConfirmed: false }],
    ["has another role now", { ...dana, role: "alumni" }],
    ["is hidden", hidden],
    ["is suspended", { ...dana, admission: { state: "suspended", at: "", before: null } }],
    ["has died", { ...dana, admission: { state: "died", at: "", before: null } }],
    ["has no name that could be shown", { ...dana, firstName: "Visit evil.example" }],
  ])("is the program, without their sentence, once the person %s", async (_, staff) => {
    expect((await invitedBy(staff)).inviter).toBeUndefined();
  });

  it("is shown by name while the object store is unavailable", async () => {
    const { inviter } = await invitedBy(dana, { read: () => Promise.reject(new Error("away")) });
    expect(inviter?.name).toBe("LTC Dana Reyes");
    expect(inviter?.picture).toBeUndefined();
  });

  it("disappears with the sentence when their key is destroyed", async () => {
    const { inviters, invited, keys } = await invitedBy(dana);
    keys.clear();
    expect((await inviters.of(invited))?.words).toBe("");
  });
});
