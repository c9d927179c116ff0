/**
 * Live conversation: shows new content on an open conversation's page, and keeps typed text.
 * Without this script, a reload shows it.
 */
import { Idiomorph } from "idiomorph";
import { notSent } from "../../forms/plain-forms.ts";
import { showLocalTimes } from "../local-times.ts";
import { readPage } from "../read-page.ts";
import { emptySent, keepDrafts } from "./drafts.ts";
import { followEvents } from "./follow-events.ts";

/** @param wasAccepted Whether the page follows an accepted form. */
export function startConversation(root: HTMLElement, member: string, wasAccepted: boolean): void {
  keepDrafts(root, member, wasAccepted);
  const { live } = root.dataset;
  // A page of earlier messages has no newer ones to add.
  if (live !== undefined) follow(root, live, member);
  addEventListener("submit", (event) => {
    if (!event.defaultPrevented && event.target instanceof HTMLFormElement) {
      showSending(root, event.target);
    }
  });
  root.dataset.ready = "";
}

function follow(root: HTMLElement, live: string, member: string): void {
  let isReading = false;
  let isOutdated = false;

  async function refresh(): Promise<void> {
    isOutdated = true;
    if (isReading) return;
    isReading = true;
    while (isOutdated) {
      isOutdated = false;
      await look().catch(() => {});
    }
    isReading = false;
  }

  async function look(): Promise<void> {
    const answer = await fetch(location.pathname, { headers: { Accept: "text/html" } });
    const page = await readPage(answer);
    const next = page.querySelector<HTMLElement>("[data-live]");
    if (next?.dataset.live === live && page.documentElement.dataset.member === member) {
      showNew(root, next);
    } else if (answer.status < 500) {
      // Signed out, blocked, or signed in as someone else: only the page itself can explain that.
      stop();
      say("This conversation has changed.")?.append(" ", reloadLink());
    }
  }

  function say(text: string): HTMLElement | undefined {
    const status = root.querySelector<HTMLElement>(".conversation-live");
    if (status === null || status.textContent === text) return undefined;
    status.textContent = text;
    return status;
  }

  const stop = followEvents(`${live}/events`, {
    onNews: () => void refresh(),
    onAway: () => say("You're offline. New messages appear when you're back online."),
    onBack: () => say(""),
  });
}

/** Shows a message among the others while it is being sent. The answering page contains it. */
function showSending(root: HTMLElement, form: HTMLFormElement): void {
  const text = form.querySelector<HTMLTextAreaElement>("#message-text")?.value.trim();
  const last = root.querySelector<HTMLElement>(".conversation-log li[id]:last-child");
  if (!text || last === null) return;
  const item = last.cloneNode(true) as HTMLElement;
  item.id = "sending";
  delete item.dataset.isNew;
  // Also removes the note about parts left out of an email.
  for (const part of item.querySelectorAll(":scope > :not(.conversation-message)")) part.remove();
  item.className = last.className.replace("by-them", "by-you");
  const [author, words] = item.querySelectorAll(".conversation-author, .conversation-text");
  author?.replaceChildren("You ", "Sending…");
  words?.replaceChildren(text);
  last.after(item);
  form.addEventListener(notSent, () => item.remove(), { once: true });
}

function reloadLink(): HTMLAnchorElement {
  const link = document.createElement("a");
  link.href = location.pathname;
  link.textContent = "Reload";
  return link;
}

/**
 * Updates the page to the server's current one. Unchanged parts stay, with typed text, choices and
 * opened parts. Screen readers announce additions to the log.
 */
function showNew(root: HTMLElement, next: HTMLElement): void {
  // A form that is being sent leads to another page.
  if (root.querySelector("form[aria-busy]")) return;
  const typed = [...root.querySelectorAll("textarea")].filter(({ value }) => value.trim() !== "");
  const focused = document.activeElement;
  const top = focused?.getBoundingClientRect().top ?? 0;
  showLocalTimes(next);
  Idiomorph.morph(root, next, {
    callbacks: {
      beforeNodeMorphed: (node) => !(node instanceof Element && hasTemporaryText(node)),
      beforeNodeRemoved: (node) => !(node instanceof Element && isClientOnly(node)),
      beforeAttributeUpdated: (name, { tagName }) =>
        !browserAttributes.has(name) && !(name === "value" && tagName === "TEXTAREA"),
      afterNodeAdded(node) {
        if (!(node instanceof HTMLLIElement) || node.id === "") return;
        node.dataset.isNew = "";
        if (node.matches(".conversation-by-you")) emptySent(root);
      },
    },
  });
  for (const field of typed) if (!field.isConnected) showTyped(root, field.value);
  // The focused field keeps its position, though content was added above it.
  if (focused === null || focused === document.body || !focused.isConnected) return;
  scrollBy({ top: focused.getBoundingClientRect().top - top, behavior: "instant" });
}

/** Attributes that are set in the browser, rather than by the server. */
const browserAttributes = new Set([
  "checked",
  "selected",
  "open",
  "data-is-new",
  "data-ready",
  "tabindex",
]);

/** Whether a part has a temporary text: the connection's state, or why a form was refused. */
function hasTemporaryText(node: Element): boolean {
  if (node.matches("form")) return node.querySelector("[aria-invalid], [id$='-error']") !== null;
  return node.matches(".conversation-live");
}

/** Whether a part stays that isn't in the server's page: a refusal, typed text, or earlier messages. */
const isClientOnly = (node: Element) =>
  node.matches("#refused, #you-wrote, .conversation-messages > li");

/** Shows typed text whose field is gone, so that it can be copied. */
function showTyped(root: HTMLElement, value: string): void {
  const [part, title, text] = [
    document.createElement("div"),
    document.createElement("p"),
    document.createElement("p"),
  ];
  part.id = "you-wrote";
  title.textContent = "You wrote:";
  text.className = "conversation-text";
  text.textContent = value;
  part.append(title, text);
  root.querySelector(".conversation-actions")?.before(part);
}
