// @vitest-environment happy-dom
import { renderToStaticMarkup } from "react-dom/server";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { tooLargeText } from "../../../../api/features/invitations/sheets/limits.ts";
import { startForms } from "../../../forms/enhance.ts";
import { prepare } from "../../../forms/swap.ts";
import * as navigation from "../../../hydration/navigation.ts";
import * as toaster from "../../../toasts/toaster.tsx";
import { Choose } from "./page.tsx";

let isStarted = false;

beforeEach(() => {
  document.body.innerHTML = renderToStaticMarkup(<Choose />);
  vi.spyOn(toaster, "showToast").mockImplementation(() => {});
  vi.spyOn(navigation, "goOnTo").mockImplementation(() => {});
  if (isStarted) prepare(document);
  else startForms();
  isStarted = true;
});
afterEach(() => vi.unstubAllGlobals());

/** Chooses a file of so many bytes, and sends it. */
function send(bytes: number, answer: () => Promise<Response>) {
  const fetched = vi.fn((_address: string, _init: RequestInit) => answer());
  vi.stubGlobal("fetch", fetched);
  const input = document.querySelector<HTMLInputElement>("input[type=file]");
  const file = new File(["Email"], "list.csv");
  Object.defineProperty(file, "size", { value: bytes });
  Object.defineProperty(input, "files", { value: [file] });
  document.querySelector("form")?.requestSubmit();
  return fetched;
}

const toast = () => vi.mocked(toaster.showToast).mock.lastCall?.[0];

it("is sent with the whole form, and leads to the page of the file", async () => {
  const headers = { Location: "/program/import" };
  const fetched = send(1_000, () => Promise.resolve(new Response(null, { status: 204, headers })));
  await vi.waitFor(() => expect(navigation.goOnTo).toHaveBeenCalledWith("/program/import"));
  expect(fetched.mock.lastCall?.[1].body).toBeInstanceOf(FormData);
});

it("isn't sent when it is too large, and says so at its field", async () => {
  const fetched = send(10_000_001, () => Promise.reject(new TypeError("not asked")));
  await vi.waitFor(() => expect(document.body.textContent).toContain(tooLargeText));
  expect(document.querySelector("input[type=file]")?.getAttribute("aria-invalid")).toBe("true");
  expect(fetched).not.toHaveBeenCalled();
});

it("says what to do when the connection is cut", async () => {
  send(1_000, () => Promise.reject(new TypeError("Failed to fetch")));
  await vi.waitFor(() =>
    expect(toast()).toMatchObject({
      title: "The spreadsheet wasn't checked",
      description: "It didn't arrive. Make sure it's smaller than 10 MB, and try again.",
    })
  );
});

it("shows the sentence of a proxy that refuses it", async () => {
  const page = "<!doctype html><p data-error>A spreadsheet can have up to 10 MB.</p>";
  send(1_000, () => Promise.resolve(new Response(page, { status: 413 })));
  await vi.waitFor(() =>
    expect(toast()).toMatchObject({ description: "A spreadsheet can have up to 10 MB." })
  );
});
