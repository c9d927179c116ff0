/**
 * Drafts of a conversation: typed text survives reading earlier messages, a reload, and a lost
 * answer.
 */
import { draftAtom } from "../../forms/drafts.ts";
import { readStored, store } from "../storage.ts";

interface Draft {
  /** Texts by the id of their field. */
  readonly texts: Readonly<Record<string, string>>;
  /** Ids of fields whose form was sent. An accepted form drops their texts. */
  readonly sent: readonly string[];
}

/** @param wasAccepted Whether the page follows an accepted form. */
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

/**
 * Clears text that is already among the messages, even if its answer got lost, so that it isn't
 * sent again.
 */
export function emptySent(root: HTMLElement): void {
  const sent = [...root.querySelectorAll(".conversation-by-you .conversation-text")].at(-1);
  for (const field of root.querySelectorAll("textarea")) {
    if (field.value.trim() === sent?.textContent) field.value = "";
  }
}
