// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { answerCalls } from "../../testing/calls.ts";
import { keyOf } from "../../hydration/query-client.ts";
import { hydrateIsland } from "../../testing/hydrate.tsx";
import { Picture } from "./picture.tsx";
import { showToast } from "../../toasts/toaster.tsx";

vi.mock("../../toasts/toaster.tsx", () => ({ showToast: vi.fn() }));

const uploadURL = "http://localhost/objects/uploads/a/b?signature=c";
const objectPath = "/objects/pictures/a/new.webp";

/** Requests with a file. A test decides how each ends. */
class FakeRequest extends EventTarget {
  static all: FakeRequest[] = [];
  readonly upload = new EventTarget();
  status = 0;
  responseText = "";
  url = "";
  body: Blob | undefined;
  isAborted = false;

  constructor() {
    super();
    FakeRequest.all.push(this);
  }
  open(_: string, url: string) {
    this.url = url;
  }
  send(body: Blob) {
    this.body = body;
  }
  abort() {
    this.isAborted = true;
  }
  progress(loaded: number, total: number) {
    act(() => {
      this.upload.dispatchEvent(Object.assign(new Event("progress"), { loaded, total }));
    });
  }
  end(status: number, responseText = "") {
    Object.assign(this, { status, responseText });
    act(() => {
      this.dispatchEvent(new Event(status === 0 ? "error" : "load"));
    });
  }
}

beforeEach(() => {
  FakeRequest.all = [];
  vi.stubGlobal("XMLHttpRequest", FakeRequest);
  vi.stubGlobal("createImageBitmap", async (file: File) => {
    if (!file.type.startsWith("image/png")) throw new Error("Can't be decoded");
    return { width: 800, height: 600, close() {} };
  });
  const context = { fillRect() {}, drawImage() {} };
  vi.spyOn(HTMLCanvasElement.prototype, "getContext").mockReturnValue(context as never);
  vi.spyOn(HTMLCanvasElement.prototype, "toBlob").mockImplementation((take) =>
    take(new Blob(["square"], { type: "image/jpeg" }))
  );
  vi.mocked(showToast).mockClear();
});

const png = new File(["pixels"], "me.png", { type: "image/png" });
const pdf = new File(["%PDF-1.4 and so on"], "resume.pdf", { type: "application/pdf" });
const toastTitle = () => vi.mocked(showToast).mock.lastCall?.[0]?.title;

const show = (profileImageUrl: string | null = null, waitsFor?: string) =>
  hydrateIsland(Picture, { name: "Jordan Rivera", initials: "JR", waitsFor }, [
    [keyOf("/api/user"), { profileImageUrl }],
  ]);

function answers(changes: Parameters<typeof answerCalls>[0] = {}) {
  return answerCalls({
    "POST /api/objects/upload": [200, { uploadURL }],
    "PUT /api/profile-images": [200, { objectPath }],
    "DELETE /api/profile-images": [204],
    ...changes,
  });
}

async function choose(file: File) {
  await userEvent.click(screen.getByRole("button", { name: "Upload Image" }));
  await userEvent.upload(await screen.findByLabelText(/Choose a file/), file, {
    applyAccept: false,
  });
}

async function startUpload(file: File) {
  await choose(file);
  await userEvent.click(await screen.findByRole("button", { name: "Upload" }));
  await waitFor(() => expect(FakeRequest.all.at(-1)?.body).toBeDefined());
  return FakeRequest.all.at(-1) as FakeRequest;
}

describe("a member's own picture", () => {
  it("says which files can be uploaded, and that this needs script", () => {
    const { container } = show();
    expect(screen.getByText("JR")).toBeTruthy();
    screen.getByText("Upload a photo or PDF from your computer. Maximum file size: 10MB.");
    expect(container.querySelector("noscript")?.textContent).toContain("needs JavaScript");
    expect(screen.queryByRole("button", { name: "Remove picture" })).toBeNull();
  });

  it("says why it can't be uploaded yet, and can still be removed", () => {
    show(objectPath, "Confirm your email address first");
    screen.getByText("You can't add a picture yet. Confirm your email address first.");
    expect(screen.queryByRole("button", { name: "Upload Image" })).toBeNull();
    screen.getByRole("button", { name: "Remove picture" });
  });

  it("is uploaded as a square, saved, and shown immediately", async () => {
    const { container } = show();
    const calls = answers();
    const request = await startUpload(png);
    expect(request.url).toBe(uploadURL);
    expect(request.body?.type).toBe("image/jpeg");
    request.progress(1, 4);
    expect((screen.getByLabelText(/Uploading/) as HTMLProgressElement).value).toBe(25);
    request.end(200);
    await waitFor(() => expect(toastTitle()).toBe("Profile picture updated"));
    expect(vi.mocked(showToast).mock.lastCall?.[0]?.description).toBe(
      "Your profile picture has been saved",
    );
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(calls.map(({ method, path }) => `${method} ${path}`))
      .toEqual(["POST /api/objects/upload", "PUT /api/profile-images", "GET /api/user"]);
    expect(calls[1]?.body).toEqual({ profileImageURL: uploadURL });
    expect(container.querySelector(".avatar img")?.getAttribute("src")).toBe(objectPath);
  });

  it("can be moved and zoomed by keyboard before the upload", async () => {
    show();
    answers();
    await choose(png);
    const frame = await screen.findByRole("application");
    const drawn = vi.spyOn(HTMLCanvasElement.prototype, "getContext");
    await waitFor(() => expect(document.activeElement).toBe(frame));
    await userEvent.keyboard("{ArrowRight}");
    fireEvent.change(screen.getByLabelText("Zoom"), { target: { value: "2" } });
    expect((screen.getByLabelText("Zoom") as HTMLInputElement).value).toBe("2");
    expect(drawn.mock.calls.length).toBeGreaterThan(1);
  });

  it("can be a PDF, which is sent unchanged, and whose first page is shown", async () => {
    show();
    answers({ "PUT /api/profile-images": [200, { objectPath: "/objects/pictures/a/x.webp" }] });
    const request = await startUpload(pdf);
    expect(request.body).toBe(pdf);
    request.end(200);
    await waitFor(() => expect(document.querySelector("img")?.src).toContain("/pictures/a/x."));
  });

  it.each([
    [
      "is too large",
      new File([new Uint8Array(10_485_761)], "a.png"),
      "The file is larger than 10MB",
    ],
    ["is empty", new File([], "a.png"), "The file is empty"],
    [
      "is something else",
      new File(["<svg/>"], "a.svg", { type: "image/svg+xml" }),
      /can't be read/,
    ],
    [
      "is a photo in HEIC that this browser can't show",
      new File(["\0\0\0\x18ftypheic\0\0\0\0mif1heic"], "IMG_1.HEIC"),
      /HEIC.*Save it as a JPG first: on a Mac, .*on Windows, /,
    ],
  ])("is not taken from a file that %s", async (_, file, message) => {
    show();
    const calls = answers();
    await choose(file);
    expect((await screen.findByRole("alert")).textContent).toMatch(message);
    expect(toastTitle()).toBe("Upload failed");
    expect(calls).toEqual([]);
    expect(screen.getByLabelText(/Choose a file/)).toBeTruthy();
  });

  it("reports a failed upload, and can retry", async () => {
    show();
    const calls = answers();
    (await startUpload(png)).end(0);
    expect((await screen.findByRole("alert")).textContent)
      .toContain("An error occurred while uploading the file. Please try again.");
    expect(toastTitle()).toBe("Upload failed");
    await userEvent.click(screen.getByRole("button", { name: "Try Again" }));
    await waitFor(() => expect(FakeRequest.all).toHaveLength(2));
    FakeRequest.all[1]?.end(413, JSON.stringify({ message: "The file is larger than 10 MB" }));
    await screen.findByText("The file is larger than 10 MB");
    await userEvent.click(screen.getByRole("button", { name: "Try Again" }));
    await waitFor(() => expect(FakeRequest.all).toHaveLength(3));
    FakeRequest.all[2]?.end(200);
    await waitFor(() => expect(toastTitle()).toBe("Profile picture updated"));
    expect(calls.filter(({ method }) => method === "POST")).toHaveLength(3);
  });

  it("shows the server's message if no upload is allowed", async () => {
    show();
    answers({ "POST /api/objects/upload": [429, { message: "Too many uploads" }] });
    await choose(png);
    await userEvent.click(await screen.findByRole("button", { name: "Upload" }));
    expect((await screen.findByRole("alert")).textContent).toContain("Too many uploads");
  });

  it("ends a canceled upload", async () => {
    show();
    const calls = answers();
    const request = await startUpload(png);
    await userEvent.click(screen.getByRole("button", { name: "Cancel" }));
    expect(request.isAborted).toBe(true);
    expect(screen.getByRole("button", { name: "Upload" })).toBeTruthy();
    expect(calls.map(({ method }) => method)).toEqual(["POST"]);
  });

  it("reports a refused upload", async () => {
    show();
    const message = "This picture is damaged. Choose another one.";
    answers({ "PUT /api/profile-images": [400, { message }] });
    (await startUpload(png)).end(200);
    await waitFor(() => expect(toastTitle()).toBe("Error"));
    expect(vi.mocked(showToast).mock.lastCall?.[0]?.description).toBe(message);
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  it("can be removed, with a form before script is loaded", async () => {
    const { container } = show("/objects/pictures/a/old.webp");
    const calls = answers();
    expect(container.querySelector("form")?.getAttribute("action")).toBe("/profile/picture/remove");
    await userEvent.click(screen.getByRole("button", { name: "Remove picture" }));
    await waitFor(() => expect(toastTitle()).toBe("Profile picture removed"));
    expect(calls.map(({ method, path }) => `${method} ${path}`))
      .toEqual(["DELETE /api/profile-images", "GET /api/user"]);
    expect(container.querySelector(".avatar img")).toBeNull();
  });
});
