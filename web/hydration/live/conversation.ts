/**
 * Live conversation: shows what is new on the open page of a conversation, and earlier messages above it. Without this
 * script, a reload and links do the same.
 */
import { readPage } from "../../forms/form-answer.ts";
import { update } from "../../forms/update.ts";
import { followEvents } from "./follow-events.ts";

// Exported from here, so that both share one file that other pages do not load.
export { startEarlierMessages } from "./earlier-messages.ts";

export function startConversation(root: HTMLElement): void {
  const { live } = root.dataset;
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
    const { member } = document.documentElement.dataset;
    if (next?.dataset.live === live && page.documentElement.dataset.member === member) {
      update(root, page);
      emptySent(root);
    } else if (answer.status < 500) {
      // Signed out, blocked, or signed in as someone else: the page itself has to say so.
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

function reloadLink(): HTMLAnchorElement {
  const link = document.createElement("a");
  link.href = location.pathname;
  link.textContent = "Reload";
  return link;
}

/** A message whose answer got lost is among the others, but still in its field: it must not be sent again. */
function emptySent(root: HTMLElement): void {
  const field = root.querySelector<HTMLTextAreaElement>("#message-text");
  for (const item of root.querySelectorAll<HTMLElement>(".conversation-by-you[data-is-new]")) {
    delete item.dataset.isNew;
    const text = item.querySelector(".conversation-text")?.textContent;
    if (field && field.value.trim() === text) field.value = "";
  }
}
