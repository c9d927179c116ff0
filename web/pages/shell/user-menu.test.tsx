// @vitest-environment happy-dom
import { screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { LeaveQuestion } from "../../forms/leave-question.tsx";
import { startForms } from "../../forms/plain-forms.ts";
import { markUnsaved } from "../../forms/unsaved.ts";
import { startUserMenu } from "../../hydration/user-menu.ts";
import { menuTexts, UserMenu } from "./user-menu.tsx";

let isStarted = false;
const jordan = { firstName: "Jordan", lastName: "Rivera", profileImageUrl: null };

function serve({ waiting = 0, isStaff = false, profileImageUrl = null as string | null } = {}) {
  const texts = menuTexts({ ...jordan, profileImageUrl }, waiting);
  document.body.innerHTML = `<main>${
    renderToStaticMarkup(<UserMenu {...texts} isStaff={isStaff} />)
  }${renderToStaticMarkup(<LeaveQuestion />)}<button>After</button></main>`;
}

function start() {
  serve();
  startUserMenu();
}

const button = () => screen.getByLabelText("My Account: Jordan Rivera");
const isOpen = () => document.querySelector("details")?.open;
const focused = () => document.activeElement?.textContent;

async function open() {
  await userEvent.click(button());
  return screen.getByRole("menu");
}

describe("user menu", () => {
  it("works as plain HTML without script", () => {
    serve({ waiting: 2, isStaff: true });
    const texts = [...document.querySelectorAll("details a")].map((link) => link.textContent);
    expect(texts).toEqual(["Profile", "Connections (2)", "Program"]);
    expect(document.querySelector('details a[href="/profile"]')).not.toBeNull();
    expect(document.querySelector('details form[action="/logout"] button')?.textContent)
      .toBe("Log Out");
  });

  it.each([
    [null, undefined],
    ["/objects/pictures/a/b.webp", "/objects/pictures/a/b.small.webp"],
  ])(
    "shows initials, and over them the small picture of %s, if there is one",
    (profileImageUrl, src) => {
      serve({ profileImageUrl });
      expect(document.querySelector("img")?.getAttribute("src")).toBe(src);
      expect(screen.getByText("JR")).toBeTruthy();
    },
  );

  it("opens as a menu", async () => {
    start();
    expect(button().getAttribute("aria-expanded")).toBe("false");
    await open();
    expect(button().getAttribute("aria-expanded")).toBe("true");
    expect(screen.getByText("My Account")).toBeTruthy();
    expect(screen.getByRole("menuitem", { name: "Profile" }).getAttribute("href")).toBe("/profile");
    await userEvent.click(button());
    expect(isOpen()).toBe(false);
    // It was opened before the script was loaded.
    serve();
    document.querySelector("details")?.toggleAttribute("open");
    startUserMenu();
    expect(button().getAttribute("aria-expanded")).toBe("true");
    expect(screen.getAllByRole("menuitem")).toHaveLength(3);
  });

  it("focuses its first item when a key opens it, and returns the focus", async () => {
    start();
    button().focus();
    await userEvent.keyboard("{ArrowDown}");
    expect(focused()).toBe("Profile");
    await userEvent.keyboard("{Escape}");
    expect(isOpen()).toBe(false);
    expect(document.activeElement).toBe(button());
  });

  it("moves with arrow keys, wraps around, and jumps to both ends", async () => {
    start();
    button().focus();
    const visited: (string | null | undefined)[] = [];
    for (const key of ["ArrowUp", "ArrowDown", "ArrowDown", "ArrowUp", "Home", "End"]) {
      await userEvent.keyboard(`{${key}}`);
      visited.push(focused());
    }
    expect(visited)
      .toEqual(["Log Out", "Profile", "Connections", "Profile", "Profile", "Log Out"]);
  });

  it("finds an item by its first letters, and starts over after a second", async () => {
    start();
    await open();
    vi.useFakeTimers({ toFake: ["Date"] });
    onTestFinished(() => void vi.useRealTimers());
    button().focus();
    await userEvent.keyboard("l");
    expect(focused()).toBe("Log Out");
    await userEvent.keyboard("p");
    expect(focused()).toBe("Log Out");
    vi.setSystemTime(Date.now() + 1000);
    await userEvent.keyboard("p");
    expect(focused()).toBe("Profile");
  });

  it("closes when something else is pressed or focused", async () => {
    start();
    await open();
    await userEvent.click(screen.getByText("After"));
    expect(isOpen()).toBe(false);
    await open();
    await userEvent.keyboard("{ArrowDown}{Tab}");
    expect(isOpen()).toBe(false);
  });

  it("logs out with a form, which removes drafts, after asking", async () => {
    start();
    if (!isStarted) startForms();
    isStarted = true;
    const posted = vi.fn((event: Event) => event.preventDefault());
    addEventListener("submit", (event) => event.defaultPrevented || posted(event));
    sessionStorage.setItem("drafts", '{"profile:jordan":{}}');
    sessionStorage.setItem("other", "stays");
    markUnsaved("profile", true, true);
    await open();
    await userEvent.click(screen.getByRole("menuitem", { name: "Log Out" }));
    expect([posted.mock.calls.length, sessionStorage.getItem("drafts")])
      .toEqual([0, expect.any(String)]);
    await userEvent.click(await screen.findByRole("button", { name: "Leave" }));
    await expect.poll(() => posted.mock.calls.length).toBe(1);
    expect(sessionStorage.getItem("drafts")).toBeNull();
    expect(sessionStorage.getItem("other")).toBe("stays");
  });
});
