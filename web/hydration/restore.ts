/** Restoring a backup: sends the file with progress, and shows the service's progress. */
import { showLocalTimes } from "./local-times.ts";
import { replacePage } from "./navigation.ts";
import { readPage } from "./read-page.ts";

const pollMs = 1000;
/** Screen readers don't announce every percent. */
const announcedPercents = 10;

export function startRestore(root: HTMLElement): void {
  const form = root.querySelector<HTMLFormElement>("form[enctype]");
  if (form) startForm(root, form);
  if (root.dataset.state) void follow(root);
  root.dataset.ready = "";
}

function startForm(root: HTMLElement, form: HTMLFormElement): void {
  const file = form.querySelector<HTMLInputElement>("[type=file]");
  const choices = [...form.querySelectorAll<HTMLInputElement>("[name=from]")];
  // A file or a stored backup: the latest choice counts.
  file?.addEventListener("change", () => {
    if (file.value !== "") choices.forEach((choice) => choice.checked = false);
  });
  for (const choice of choices) {
    choice.addEventListener("change", () => {
      if (file) file.value = "";
    });
  }
  const shows = form.querySelector<HTMLInputElement>("[data-shows-secret]");
  shows?.addEventListener("change", () => {
    const secret = document.getElementById(shows.dataset.showsSecret ?? "");
    if (secret instanceof HTMLInputElement) secret.type = shows.checked ? "text" : "password";
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (!form.hasAttribute("aria-busy")) send(root, form);
  });
}

/** Sends the form as the browser would, with progress. */
function send(root: HTMLElement, form: HTMLFormElement): void {
  const request = new XMLHttpRequest();
  const button = form.querySelector<HTMLButtonElement>("[type=submit]");
  const sending = root.querySelector<HTMLElement>("[data-sending]");
  const label = button?.textContent ?? "";
  const { size = 0 } = form.querySelector<HTMLInputElement>("[type=file]")?.files?.[0] ?? {};
  const isLarge = size > 0;

  const showBusy = (isBusy: boolean) => {
    if (isBusy) form.setAttribute("aria-busy", "true");
    else form.removeAttribute("aria-busy");
    if (sending) sending.hidden = !isBusy || !isLarge;
    if (!button) return;
    button.setAttribute("aria-disabled", String(isBusy));
    const { pending = label, pendingFile = label } = button.dataset;
    button.textContent = !isBusy ? label : isLarge ? pendingFile : pending;
  };
  const leave = (event: BeforeUnloadEvent) => event.preventDefault();
  request.upload.addEventListener("progress", ({ loaded, total }) => {
    if (total > 0 && sending) showShare(sending, loaded / total, "sent");
  });
  request.addEventListener("loadend", () => removeEventListener("beforeunload", leave));
  request.addEventListener("abort", () => showBusy(false));
  // The server answered before all was sent, or the connection was lost. The page says which.
  request.addEventListener("error", () => replacePage(root.dataset.page ?? location.href));
  request.addEventListener("load", async () => {
    if (request.status < 300) return replacePage(request.responseURL);
    showBusy(false);
    await showAnswer(root, request.responseText);
  });
  const cancel = sending?.querySelector<HTMLElement>("[data-cancels-sending]");
  cancel?.addEventListener("click", () => request.abort(), { once: true });
  if (isLarge) addEventListener("beforeunload", leave);
  const sent = new FormData(form);
  // Sent before the file, so that a file too large for the service or its disk is refused
  // immediately.
  if (isLarge) sent.set("bytes", String(size));
  showBusy(true);
  request.open("POST", form.action);
  request.send(sent);
}

/**
 * Shows why it was refused. The secret stays, since correcting one letter is easier than entering
 * it all again.
 */
async function showAnswer(root: HTMLElement, html: string): Promise<void> {
  const page = await readPage(new Response(html));
  const next = page.querySelector<HTMLElement>("[data-restore]");
  if (!next) return replacePage(root.dataset.page ?? location.href);
  for (const field of next.querySelectorAll("[autofocus]")) field.removeAttribute("autofocus");
  const [typed, shown] = [root, next].map((part) =>
    part.querySelector<HTMLInputElement>("[name=secret]")
  );
  if (typed && shown) shown.value = typed.value;
  root.replaceWith(next);
  showLocalTimes(next);
  startRestore(next);
  next.querySelector<HTMLElement>(".error-summary")?.focus();
}

/** Polls the progress, also while the service restarts, and continues when it is done. */
async function follow(root: HTMLElement): Promise<void> {
  const { restore: is, state = "", page = "", after = "", token = "" } = root.dataset;
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, pollMs));
    const answer = await fetch(state, { method: "POST", body: new URLSearchParams({ token }) })
      .catch(() => undefined);
    // There was no answer, or the service is starting.
    if (answer === undefined || answer.status >= 500 || answer.status === 429) continue;
    // The link expires with the restore.
    if (!answer.ok) return replacePage(is === "restoring" ? after : page);
    const now = await answer.json().catch(() => undefined);
    if (now === undefined) continue;
    if (now.is !== is) return replacePage(page);
    showShare(root, now.share, "done");
  }
}

function showShare(within: HTMLElement, share: number, words: string): void {
  const percent = Math.floor(share * 100);
  const bar = within.querySelector("progress");
  if (bar) bar.value = share;
  const status = within.querySelector("[role=status]");
  const heard = Math.floor(percent / announcedPercents) * announcedPercents;
  const text = `${heard}% ${words}`;
  if (status && status.textContent !== text) status.textContent = text;
}
