// @vitest-environment happy-dom
import { screen, within } from "@testing-library/dom";
import { userEvent } from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import { draftAtom } from "../../forms/drafts.ts";
import { readStored, store } from "../../hydration/storage.ts";
import {
  type AnswerOverrides,
  arrivesAt,
  openPage,
  pendingAnswer,
  toastSays,
} from "../../testing/plain-browser.ts";
import { aMember, aProfile } from "../../testing/members.ts";
import { createTestSite } from "../../testing/site.ts";

const dana = aMember({ role: "alumni", profile: aProfile() });
const { memberId } = dana;

async function ask(what: "Account" | "Profile", overrides: AnswerOverrides = {}) {
  const site = await createTestSite({ members: [dana] });
  const sent = await openPage(site, "/profile", { memberId, overrides });
  await userEvent.click(screen.getByRole("button", { name: `Delete ${what}` }));
  const dialog = await screen.findByRole("alertdialog", { name: `Delete ${what}?` });
  const confirm = within(dialog).getByRole("button", { name: `Delete ${what}` });
  return { site, sent, confirm };
}

describe("leaving", () => {
  it("deletes the account after asking", async () => {
    const draft = draftAtom("profile", memberId);
    store.set(draft, { rank: "MAJ" });
    const { site, sent, confirm } = await ask("Account");
    expect(sent.map(({ method }) => method)).toEqual(["GET"]);
    await userEvent.click(confirm);
    await toastSays({
      title: "Account deleted",
      description: "Your account has been permanently deleted.",
    });
    expect(await site.stored(memberId)).toBeUndefined();
    expect(readStored(draft)).toBeUndefined();
  });

  it("shows that it is waiting, and stays open", async () => {
    const { confirm } = await ask("Account", { "POST /profile/delete-account": pendingAnswer });
    await userEvent.click(confirm);
    expect((await screen.findByText("Deleting...")).getAttribute("aria-disabled")).toBe("true");
    await userEvent.keyboard("{Escape}");
    await userEvent.click(screen.getByRole("link", { name: "Cancel" }));
    expect(screen.getByRole("alertdialog")).toBeTruthy();
  });

  it("deletes the profile after asking", async () => {
    const { site, confirm } = await ask("Profile");
    await userEvent.click(confirm);
    await toastSays({ title: "Profile deleted" });
    await arrivesAt("/profile");
    expect((await site.stored(memberId))?.profile).toBeNull();
  });

  it("changes nothing when the question is closed, and returns the focus", async () => {
    const { site } = await ask("Profile");
    await userEvent.click(screen.getByRole("link", { name: "Cancel" }));
    expect(screen.queryByRole("alertdialog")).toBeNull();
    expect(document.activeElement).toBe(screen.getByRole("button", { name: "Delete Profile" }));
    expect((await site.stored(memberId))?.profile).not.toBeNull();
  });
});
