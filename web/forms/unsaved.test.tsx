// @vitest-environment happy-dom
import { screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { renderToStaticMarkup } from "react-dom/server";
import { goTo } from "../hydration/navigation.ts";
import { LeaveQuestion } from "./leave-question.tsx";
import { isLostByPosting, markUnsaved, mayLeave, setPosting } from "./unsaved.ts";

vi.mock("../hydration/navigation.ts", () => ({ goTo: vi.fn() }));

function link(attributes: string): HTMLElement {
  document.body.innerHTML = `<a ${attributes}>Home</a>${renderToStaticMarkup(<LeaveQuestion />)}`;
  return screen.getByText("Home");
}

/** The default action of a click on a link. */
function click(element: HTMLElement): "asked" | "followed" {
  const event = new MouseEvent("click", { bubbles: true, cancelable: true });
  // Listens last, so that nothing is loaded here.
  let isFollowed = false;
  addEventListener("click", (event) => {
    isFollowed = !event.defaultPrevented;
    event.preventDefault();
  }, { once: true });
  element.dispatchEvent(event);
  return isFollowed ? "followed" : "asked";
}

beforeEach(() => {
  vi.mocked(goTo).mockClear();
  markUnsaved("profile", true);
});
afterEach(() => markUnsaved("profile", false));

describe("a page with unsaved values", () => {
  it("asks before a link is followed, and stays if the person wants to", async () => {
    const home = link('href="/alumni"');
    home.focus();
    expect(click(home)).toBe("asked");
    await screen.findByRole("alertdialog", { name: "Leave without saving?" });
    await userEvent.click(screen.getByRole("button", { name: "Keep Editing" }));
    expect(screen.queryByRole("alertdialog")).toBeNull();
    expect(goTo).not.toHaveBeenCalled();
    await waitFor(() => expect(document.activeElement).toBe(home));
  });

  it("follows the link once confirmed, and doesn't ask again", async () => {
    click(link('href="/alumni"'));
    await userEvent.click(await screen.findByRole("button", { name: "Leave" }));
    await waitFor(() => expect(goTo).toHaveBeenCalledWith(expect.stringContaining("/alumni")));
    expect(dispatchEvent(new Event("beforeunload", { cancelable: true }))).toBe(true);
    expect(await mayLeave()).toBe(true);
  });

  it.each(['href="#profile-mos"', 'href="/x" target="_blank"', 'href="mailto:a@example.com"'])(
    "follows a link that leaves the page open: %s",
    (attributes) => {
      expect(click(link(attributes))).toBe("followed");
    },
  );

  it("has the browser ask when the tab is closed", () => {
    const isAsked = () => !dispatchEvent(new Event("beforeunload", { cancelable: true }));
    expect(isAsked()).toBe(true);
    markUnsaved("profile", false);
    expect(isAsked()).toBe(false);
    expect(click(link('href="/alumni"'))).toBe("followed");
  });

  it("loses its values when another form is posted, unless they are a draft", () => {
    const form = document.createElement("form");
    expect(isLostByPosting(form)).toBe(true);
    markUnsaved("profile", true, true);
    expect(isLostByPosting(form)).toBe(false);
    // Such as logging out.
    form.dataset.dropsDrafts = "";
    expect(isLostByPosting(form)).toBe(true);
    setPosting(true);
    expect(dispatchEvent(new Event("beforeunload", { cancelable: true }))).toBe(true);
    setPosting(false);
    expect(dispatchEvent(new Event("beforeunload", { cancelable: true }))).toBe(false);
  });
});
