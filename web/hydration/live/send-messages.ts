import { countFault } from "../faults.ts";
import { ApiError, messageOf, send, ServerAway } from "../calls.ts";

/**
 * Sends messages without leaving the page. A message that is being sent is shown among the others and says so; one
 * that fails stays in its field. No message is sent twice.
 *
 * @param refresh Updates the page from the server; resolves with whether it could.
 */
export function sendMessages(
  root: HTMLElement,
  address: string,
  refresh: () => Promise<boolean>,
): void {
  let isSending = false;

  async function submit(form: HTMLFormElement): Promise<void> {
    const field = form.querySelector("textarea");
    const text = field?.value.trim() ?? "";
    if (field === null || isSending || text === "") return;
    isSending = true;
    fail(form, "");
    form.setAttribute("aria-busy", "true");
    field.readOnly = true;
    const before = ownTexts(root).filter((own) => own === text).length;
    const shown = showSending(root, text);
    let failure = "";
    try {
      await send("POST", address, { text });
    } catch (error) {
      failure = error instanceof ApiError && error.fields.text !== undefined
        ? error.fields.text
        : messageOf(error, "Message not sent. Try again.");
      // The answer may have been lost, and not the message.
      if (error instanceof ServerAway && await refresh()) {
        if (ownTexts(root).filter((own) => own === text).length > before) failure = "";
      }
    }
    // Emptied before the page is updated, since updating keeps what is typed.
    field.readOnly = false;
    form.removeAttribute("aria-busy");
    if (failure === "") {
      for (const written of [field, formOf(root)?.querySelector("textarea")]) {
        if (written?.value.trim() === text) written.value = "";
      }
      for (const item of root.querySelectorAll(".conversation-new")) {
        item.classList.remove("conversation-new");
      }
      await refresh();
    }
    shown?.remove();
    isSending = false;
    // Another form may have replaced it.
    const place = form.isConnected ? form : formOf(root);
    if (place && failure !== "") fail(place, failure);
  }

  root.addEventListener("submit", (event) => {
    const form = event.target;
    if (!(form instanceof HTMLFormElement) || !isMessageForm(form)) return;
    event.preventDefault();
    submit(form).catch((error) => {
      countFault("form", error);
      // Only sending may fail here: later failures only show the message later.
      if (form.querySelector("textarea")?.value.trim()) form.submit();
    });
  });
}

function isMessageForm(form: HTMLFormElement): boolean {
  return form.querySelector<HTMLInputElement>("[name=action]")?.value === "message";
}

function formOf(root: HTMLElement): HTMLFormElement | undefined {
  return [...root.querySelectorAll("form")].find(isMessageForm);
}

/** Texts of one's own messages, except those being sent. */
function ownTexts(root: HTMLElement): string[] {
  return [
    ...root.querySelectorAll(".conversation-by-you:not(.conversation-sending) .conversation-text"),
  ]
    .map(({ textContent }) => textContent ?? "");
}

function showSending(root: HTMLElement, text: string): HTMLElement | undefined {
  const list = root.querySelector(".conversation-log ol");
  if (list === null) return undefined;
  const item = document.createElement("li");
  item.className = "conversation-by-you conversation-sending";
  // Announced once it is in the page.
  item.setAttribute("aria-hidden", "true");
  const message = document.createElement("article");
  message.className = "conversation-message";
  const author = document.createElement("h3");
  author.className = "conversation-author";
  author.textContent = "You";
  const time = document.createElement("span");
  time.textContent = "Sending…";
  const body = document.createElement("p");
  body.className = "conversation-text";
  body.textContent = text;
  author.append(time);
  message.append(author, body);
  item.append(message);
  list.append(item);
  return item;
}

/** The error above the button; announced at once. */
function fail(form: HTMLFormElement, text: string): void {
  form.querySelector(".conversation-failure")?.remove();
  if (text === "") return;
  const failure = document.createElement("p");
  failure.className = "field-error conversation-failure";
  failure.setAttribute("role", "alert");
  failure.textContent = text;
  form.querySelector("button")?.before(failure);
}
