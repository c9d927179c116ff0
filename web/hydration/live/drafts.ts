/**
 * Drafts of a conversation: typed text is still there after earlier messages were read, after a reload, and where an answer
 * got lost.
 */
import { draftAtom } from "../../forms/drafts.ts";
import { readStored, store } from "../storage.ts";

interface Draft {
  /** By the id of the field. */
  readonly texts: Readonly<Record<string, string>>;
  /** Ids of the fields whose form was sent; an accepted form drops their texts. */
  readonly sent: readonly string[];
}

/** @param wasAccepted Whether the page follows a form that was accepted. */
export function keepDrafts(root: HTMLElement, member: string, wasAccepted: boolean): void {
  const draft = draftAtom(`conversation:${root.dataset.drafts}`, member);
  const fieldsIn = (part: Element) => [...part.querySelectorAll("textarea")];
  const { texts = {}, sent = [] } = readStored(draft) as Draft | undefined ?? {};
  for (const field of fieldsIn(root)) {
    if (!wasAccepted || !sent.includes(field.id)) field.value ||= texts[field.id] ?? "";
    const fold = field.value === "" ? null : field.closest("details");
    if (fold) fold.open = true;
  }
  emptySent(root);
  const keep = (form?: HTMLFormElement) => {
    const typed = fieldsIn(root).filter(({ value }) => value !== "");
    const texts = Object.fromEntries(typed.map(({ id, value }) => [id, value]));
    const sent = form ? fieldsIn(form).map(({ id }) => id) : [];
    store.set(draft, typed.length > 0 ? { texts, sent } satisfies Draft : undefined);
  };
  keep();
  root.addEventListener("input", () => keep());
  root.addEventListener("submit", ({ target }) => {
    if (target instanceof HTMLFormElement) keep(target);
  });
}

/** What is among the messages, even if its answer got lost, must not be sent again. */
export function emptySent(root: HTMLElement): void {
  const sent = [...root.querySelectorAll(".conversation-by-you .conversation-text")].at(-1);
  for (const field of root.querySelectorAll("textarea")) {
    if (field.value.trim() === sent?.textContent) field.value = "";
  }
}
