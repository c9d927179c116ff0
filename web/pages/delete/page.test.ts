// @vitest-environment happy-dom
import { screen, waitFor } from "@testing-library/dom";
import { userEvent } from "@testing-library/user-event";
import { beforeEach, describe, expect, it } from "vitest";
import { draftAtom } from "../../forms/drafts.ts";
import { goOnTo } from "../../hydration/navigation.ts";
import { readStored, store } from "../../hydration/storage.ts";
import { type Instead, noWords, openPage, toastSays } from "../../testing/enhanced.ts";
import { aMember, aProfile } from "../../testing/members.ts";
import { createTestSite } from "../../testing/site.ts";
import { takeQueuedToast } from "../../toasts/toasts.ts";

const dana = aMember({ role: "alumni", profile: aProfile() });
const { memberId } = dana;

async function ask(what: "Account" | "Profile", instead: Instead = {}) {
  const site = await createTestSite({ members: [dana] });
  const sent = await openPage(site, "/profile?tab=privacy", { memberId, instead });
  await userEvent.click(screen.getByRole("link", { name: `Delete ${what}` }));
  const dialog = await screen.findByRole("alertdialog", { name: `Delete ${what}?` });
  const confirm = dialog.querySelector<HTMLElement>(".button-danger") ?? dialog;
  return { site, sent, confirm };
}

beforeEach(() => sessionStorage.clear());

describe("leaving", () => {
  it("deletes the account after asking, and goes home", async () => {
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
    expect(goOnTo).not.toHaveBeenCalled();
    const before = Date.now();
    await waitFor(() => expect(goOnTo).toHaveBeenCalledWith("/"), { timeout: 2000 });
    expect(Date.now() - before).toBeGreaterThan(800);
    expect(takeQueuedToast()?.title).toBe("Account deleted");
  });

  it("says so while it waits, and why the account could not be deleted", async () => {
    const answer = Promise.withResolvers<Response>();
    const { confirm } = await ask("Account", {
      "POST /profile/delete-account": () => answer.promise,
    });
    await userEvent.click(confirm);
    expect((await screen.findByText("Deleting...")).getAttribute("aria-disabled")).toBe("true");
    answer.resolve(noWords());
    await toastSays({
      variant: "destructive",
      title: "Failed to delete account",
      description: "An error occurred",
    });
    expect(screen.queryByRole("alertdialog")).toBeNull();
  });

  it("deletes the profile after asking", async () => {
    const { site, confirm } = await ask("Profile");
    await userEvent.click(confirm);
    await waitFor(() => expect(goOnTo).toHaveBeenCalledWith("/profile"));
    expect((await site.stored(memberId))?.profile).toBeNull();
    expect(takeQueuedToast()?.title).toBe("Profile deleted");
  });

  it("leaves everything as it is when the question is closed, and gives the focus back", async () => {
    const { site } = await ask("Profile");
    await userEvent.click(screen.getByRole("link", { name: "Cancel" }));
    expect(screen.queryByRole("alertdialog")).toBeNull();
    expect(document.activeElement).toBe(screen.getByRole("link", { name: "Delete Profile" }));
    expect((await site.stored(memberId))?.profile).not.toBeNull();
  });
});
