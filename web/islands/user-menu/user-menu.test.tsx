// @vitest-environment happy-dom
import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { act, fireEvent, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { answerCalls } from "../../testing/calls.ts";
import { hydrateIsland } from "../../testing/hydrate.tsx";
import { goTo } from "../../hydration/navigation.ts";
import { markUnsaved } from "../../forms/unsaved.ts";
import { UserMenu } from "./user-menu.tsx";

vi.mock("../../hydration/navigation.ts", () => ({ goTo: vi.fn() }));

const jordan = { firstName: "Jordan", lastName: "Rivera", imageUrl: null };

async function open() {
  await userEvent.click(screen.getByLabelText("My Account: Jordan Rivera"));
  return await screen.findByRole("menu");
}

beforeEach(() => {
  vi.mocked(goTo).mockClear();
});

describe("user menu", () => {
  it("works as plain HTML before any script", () => {
    const { container } = hydrateIsland(UserMenu, jordan);
    expect(container.querySelector('details a[href="/profile"]')?.textContent).toBe("Profile");
    expect(container.querySelector('details form[action="/logout"] button')?.textContent)
      .toBe("Log Out");
  });

  it("falls back to initials when there is no image", () => {
    hydrateIsland(UserMenu, jordan);
    expect(screen.getByText("JR")).toBeTruthy();
  });

  it("shows the profile image, and the initials when it does not load", () => {
    const { container } = hydrateIsland(UserMenu, { ...jordan, imageUrl: "/objects/jordan.jpg" });
    const image = container.querySelector("img");
    expect(image?.getAttribute("src")).toBe("/objects/jordan.jpg");
    if (image) fireEvent.error(image);
    expect(screen.getByText("JR")).toBeTruthy();
  });

  it("shows a name that was changed on this page", async () => {
    const user = { firstName: "Jordan", lastName: "Rivera", profileImageUrl: null };
    let client: QueryClient | undefined;
    hydrateIsland(
      () => {
        client = useQueryClient();
        return <UserMenu {...jordan} />;
      },
      {},
      [[["/api/user"], user]],
    );
    act(() => client?.setQueryData(["/api/user"], { ...user, lastName: "Stone" }));
    expect(await screen.findByText("JS")).toBeTruthy();
  });

  it("finds an item by its first letters, and begins anew after a second", async () => {
    hydrateIsland(UserMenu, jordan);
    await open();
    vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ["setTimeout", "clearTimeout"] });
    onTestFinished(() => void vi.useRealTimers());
    await userEvent.keyboard("l");
    const focused = () => document.activeElement?.textContent;
    await vi.waitFor(() => expect(focused()).toBe("Log Out"));
    await userEvent.keyboard("p");
    expect(focused()).toBe("Log Out");
    await vi.advanceTimersByTimeAsync(1000);
    await userEvent.keyboard("p");
    await vi.waitFor(() => expect(focused()).toBe("Profile"));
  });

  it("shows the small picture over the initials, which are there when it does not load", () => {
    const imageUrl = "/objects/pictures/a/b.webp";
    const { container } = hydrateIsland(UserMenu, { ...jordan, imageUrl });
    expect(container.querySelector("img")?.getAttribute("src"))
      .toBe("/objects/pictures/a/b.small.webp");
    expect(screen.getByText("JR")).toBeTruthy();
  });

  it("shows the initials where a PDF takes the picture's place", () => {
    const imageUrl = "/objects/pictures/a/b.pdf";
    expect(hydrateIsland(UserMenu, { ...jordan, imageUrl }).container.querySelector("img"))
      .toBeNull();
  });

  it("opens as a menu", async () => {
    hydrateIsland(UserMenu, jordan);
    await open();
    expect(screen.getByText("My Account")).toBeTruthy();
    expect(screen.getByRole("menuitem", { name: "Profile" }).getAttribute("href")).toBe("/profile");
  });

  it("begins at its first item when a key opens it, and gives the focus back", async () => {
    hydrateIsland(UserMenu, jordan);
    screen.getByLabelText("My Account: Jordan Rivera").focus();
    await userEvent.keyboard("{ArrowDown}");
    const profile = await screen.findByRole("menuitem", { name: "Profile" });
    await vi.waitFor(() => expect(document.activeElement).toBe(profile));
    await userEvent.keyboard("{Escape}");
    expect(screen.queryByRole("menu")).toBeNull();
    expect(document.activeElement).toBe(screen.getByLabelText("My Account: Jordan Rivera"));
  });

  it("goes home after logging out", async () => {
    const calls = answerCalls({ "POST /api/logout": [204] });
    hydrateIsland(UserMenu, jordan);
    await open();
    await userEvent.click(screen.getByRole("menuitem", { name: "Log Out" }));
    await vi.waitFor(() => expect(goTo).toHaveBeenCalledWith("/"));
    expect(calls).toEqual([{ method: "POST", path: "/api/logout", body: undefined }]);
  });

  it("takes unsaved drafts with it, after asking", async () => {
    answerCalls({ "POST /api/logout": [204] });
    sessionStorage.setItem("draft:profile:jordan", "{}");
    sessionStorage.setItem("other", "stays");
    markUnsaved("profile", true);
    hydrateIsland(UserMenu, jordan);
    await open();
    await userEvent.click(screen.getByRole("menuitem", { name: "Log Out" }));
    await userEvent.click(await screen.findByRole("button", { name: "Leave" }));
    await vi.waitFor(() => expect(goTo).toHaveBeenCalledWith("/"));
    expect(sessionStorage.getItem("draft:profile:jordan")).toBeNull();
    expect(sessionStorage.getItem("other")).toBe("stays");
  });

  it("only logs that logging out failed", async () => {
    answerCalls({ "POST /api/logout": [503, { message: "Away" }] });
    hydrateIsland(UserMenu, jordan);
    await open();
    const logged = vi.spyOn(console, "error").mockImplementation(() => {});
    await userEvent.click(screen.getByRole("menuitem", { name: "Log Out" }));
    await vi.waitFor(() =>
      expect(logged).toHaveBeenCalledWith("Logout failed:", expect.any(Error))
    );
    expect(goTo).not.toHaveBeenCalled();
    logged.mockRestore();
  });
});
