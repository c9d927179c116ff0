/**
 * Live conversation: shows new messages on the open page of a conversation, and sends messages without
 * leaving it. Without this script, the page's forms and a reload do the same.
 *
 * @module
 */
import { showLocalTimes } from "../local-times.ts";
import { readPage } from "../../forms/read-page.ts";
import { patchConversation } from "./patch.ts";
import { sendMessages } from "./send-messages.ts";
import { followEvents } from "./follow-events.ts";

// Exported from here, so that both share one file that other pages do not load.
export { startEarlierMessages } from "./earlier-messages.ts";

export function startConversation(root: HTMLElement): void {
  const { live: base = "" } = root.dataset;
  const status = root.querySelector<HTMLElement>(".conversation-live");
  let reading: Promise<boolean> | undefined;
  let isOutdated = false;

  /** Resolves with whether the page is up to date. Simultaneous calls share one request. */
  async function refresh(): Promise<boolean> {
    isOutdated = true;
    return await (reading ??= (async () => {
      let isCurrent = false;
      while (isOutdated) {
        isOutdated = false;
        isCurrent = await look().catch(() => false);
      }
      reading = undefined;
      return isCurrent;
    })());
  }

  async function look(): Promise<boolean> {
    const answer = await fetch(addressOfNews(root), { headers: { Accept: "text/html" } });
    const parsed = await readPage(answer);
    const next = parsed.querySelector<HTMLElement>("[data-live]");
    // Signed out, blocked, or signed in as someone else: the page itself has to say so.
    const { member } = document.documentElement.dataset;
    if (
      next === null || next.dataset.live !== base ||
      parsed.documentElement.dataset.member !== member
    ) {
      if (answer.status < 500) stop("This conversation has changed.", true);
      return false;
    }
    showLocalTimes(next);
    patchConversation(root, next);
    return true;
  }

  function say(text: string, offersReload = false): void {
    if (status === null || status.textContent === text) return;
    status.textContent = text;
    if (!offersReload) return;
    const link = document.createElement("a");
    link.href = location.pathname;
    link.textContent = "Reload";
    status.append(" ", link);
  }

  function stop(text: string, offersReload: boolean): void {
    events.stop();
    say(text, offersReload);
  }

  const events = followEvents(`${base}/events`, {
    onNews: () => void refresh(),
    onAway: () => say("You're offline. New messages appear when you're back online."),
    onBack: () => say(""),
  });
  sendMessages(root, `${base}/messages`, refresh);
}

/** Address of the messages after the last one shown. */
function addressOfNews(root: HTMLElement): string {
  const items = root.querySelectorAll<HTMLElement>(".conversation-log li[id]");
  const last = items[items.length - 1]?.id.replace("message-", "");
  return last === undefined ? location.pathname : `${location.pathname}?after=${last}`;
}
