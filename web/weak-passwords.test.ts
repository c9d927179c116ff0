import { describe, expect, it } from "vitest";
import { paths } from "./paths.ts";
import { aMember } from "./testing/members.ts";
import { createTestSite } from "./testing/site.ts";

const owner = {
  firstName: "Zoë",
  lastName: "Van Buren",
  username: "zvb2027",
  email: "zoe.vanburen@state.example.edu",
};
const tooCommon = "This password is too common. Choose another one.";
const tooClose = "This password is too close to your name or email address. Choose another one.";
const tooShort = "Password must be at least 6 characters";

/** Every way to set a password: its request, and the answer's message. */
async function doors() {
  const member = aMember({
    ...{ ...owner, memberId: "member", username: "zvb2028" },
    email: "zoe.vanburen@mail.example.org",
  });
  const site = await createTestSite({ members: [member] });
  const noStaff = await createTestSite();
  const link = await noStaff.product.firstStaff.issue() ?? "";
  await site.issue("reset-password", "reset", member);
  const twice = (newPassword: string) => ({ newPassword, confirmPassword: newPassword });
  const call = async (path: string, body: object) => {
    const answer = await site.request(path, {
      method: "POST",
      headers: {
        ...site.cookie(path.includes("change") ? "member" : undefined),
        "Content-Type": "application/json",
        "Origin": site.origin,
      },
      body: JSON.stringify(body),
    });
    return { status: answer.status, text: await answer.text() };
  };
  const page = async (path: string, form: Record<string, string>, memberId?: string, at = site) => {
    const { status, html } = await at.send(path, form, memberId);
    return { status, text: html };
  };
  const newcomer = { ...owner, username: "zvb2029", email: "zoe.vanburen@example.net" };
  const currentPassword = "correct horse";
  return {
    "a registration": (password: string) => call("/api/register", { ...newcomer, password }),
    "the registration's page": (password: string) =>
      page(paths.registration(), { ...newcomer, password, role: "cadet" }),
    "the first staff account": (password: string) =>
      page("/first-staff", { ...newcomer, token: link, password }, undefined, noStaff),
    "a reset": (newPassword: string) =>
      call("/api/reset-password", { token: "reset", newPassword }),
    "the reset's page": (password: string) =>
      page("/reset-password", { token: "reset", ...twice(password) }),
    "the change's page": (password: string) =>
      page(paths.changePassword(), { currentPassword, ...twice(password) }, "member"),
  };
}

const refusals: Readonly<Record<string, readonly string[]>> = {
  [tooShort]: ["", "12345", "zvb"],
  [tooCommon]: [
    ...["123456", "password", "PASSWORD", "Qwerty", "111111", "12345678901234", "987654321"],
    ...["Password1!", "P@ssw0rd", "pa$$w0rd!", "letmein2026", "1dragon1", " password "],
    ...["aaaaaaaaaaaa", "abcabcabc", "abcdefgh", "xyxyxyx", "7777777777"],
    ...[
      "passwordpassword",
      "password password",
      "p a s s w o r d",
      "password123456",
      "summer2026!",
    ],
    ...[
      "\u0440\u0430ssw\u043erd",
      "pass\u200bword",
      "\u200b\u200b\u200b\u200b\u200b\u200b",
      "ｐａｓｓｗｏｒｄ",
    ],
    ...["2026!!", "12/25/1990", "!@#$%^", "+1 555 0100"],
    ...["rotc2026", "TCUrotc", "tcu army rotc", "Go Army!", "AlumniConnect1", "texaschristian"],
  ],
  [tooClose]: [
    ...["vanburen", "VanBuren", "Van Buren", "zoevanburen", "zoë van buren", "vanburenzoe"],
    ...["zoe.vanburen", "vanburen1", "2027vanburen!", "v4nbur3n", "nerubnav"],
    ...["z.vanburen", "vanburen zv", "zoe tcu", "van\u200bburen", "v\u0430nburen", "vanburenrotc"],
  ],
};

describe.each(
  [
    ...["a registration", "the registration's page", "the first staff account"],
    ...["a reset", "the reset's page", "the change's page"],
  ] as const,
)("a password chosen by %s", (door) => {
  it("is refused if it is short, common, or made of its owner's names and address", async () => {
    const choose = (await doors())[door];
    // A page's form gets 422; an API call's body gets 400.
    const refused = ["a registration", "a reset"].includes(door) ? 400 : 422;
    for (const [message, passwords] of Object.entries(refusals)) {
      for (const password of passwords) {
        const { status, text } = await choose(password);
        expect([password, status, text.includes(message)]).toEqual([password, refused, true]);
      }
    }
    expect((await choose("a horse of another color")).status).toBeLessThan(304);
  });
});
