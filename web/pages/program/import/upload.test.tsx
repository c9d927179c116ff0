// @vitest-environment happy-dom
import { renderToStaticMarkup } from "react-dom/server";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { tooLargeText } from "../../../../api/features/invitations/sheets/limits.ts";
import { startForms } from "../../../forms/plain-forms.ts";
import * as toaster from "../../../toasts/toaster.tsx";
import { Choose } from "./view.tsx";

const form = () => document.querySelector("form")!;

/** Chooses a file of that many bytes, and sends it. @returns Whether it was sent. */
function send(bytes: number): boolean {
  const input = document.querySelector<HTMLInputElement>("input[type=file]");
  const file = new File(["Email"], "list.csv");
  Object.defineProperty(file, "size", { value: bytes });
  Object.defineProperty(input, "files", { value: [file], configurable: true });
  return form().dispatchEvent(new Event("submit", { bubbles: true, cancelable: true }));
}

let isStarted = false;

beforeEach(() => {
  document.body.innerHTML = renderToStaticMarkup(<Choose />);
  if (!isStarted) startForms();
  isStarted = true;
});
afterEach(() => void dispatchEvent(new Event("pageshow")));

it("is sent once, and shows it", () => {
  expect(send(1_000)).toBe(true);
  expect(form().textContent).toContain("Checking…");
  expect(send(1_000)).toBe(false);
});

it("isn't sent when it is too large, and says so at its field", () => {
  expect(send(10_000_001)).toBe(false);
  expect(document.body.textContent).toContain(tooLargeText);
  expect(document.querySelector("input[type=file]")?.getAttribute("aria-invalid")).toBe("true");
});

it("isn't sent without a connection, and says so", async () => {
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  const showToast = vi.spyOn(toaster, "showToast").mockImplementation(() => {});
  expect(send(1_000)).toBe(false);
  const description = "We can't reach the server. Check your connection and try again.";
  await expect.poll(() => showToast.mock.lastCall?.[0])
    .toMatchObject({ title: "You're offline", description });
  expect(document.querySelector("input")?.files).toHaveLength(1);
});
