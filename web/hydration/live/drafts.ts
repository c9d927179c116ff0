/** Drafts of a conversation: what is typed there is still there after earlier messages were read, and after a reload. */
import { draftAtom } from "../../forms/drafts.ts";
import { readStored, store } from "../storage.ts";

export function keepDrafts(root: HTMLElement, member: string): void {
  const draft = draftAtom(`conversation:${root.dataset.drafts}`, member);
  const fields = () => [...root.querySelectorAll("textarea")];
  const kept = readStored(draft) as Readonly<Record<string, string>> | undefined;
  for (const field of fields()) field.value ||= kept?.[field.id] ?? "";
  emptySent(root);
  for (const field of fields()) {
    const fold = field.value === "" ? null : field.closest("details");
    if (fold) fold.open = true;
  }
  const keep = () => {
    const typed = fields().filter(({ value }) => value !== "").map(({ id, value }) => [id, value]);
    store.set(draft, typed.length > 0 ? Object.fromEntries(typed) : undefined);
  };
  keep();
  root.addEventListener("input", keep);
}

/** What is among the messages, even if its answer got lost, must not be sent again. */
export function emptySent(root: HTMLElement): void {
  const sent = [...root.querySelectorAll(".conversation-by-you .conversation-text")].at(-1);
  for (const field of root.querySelectorAll("textarea")) {
    if (field.value.trim() === sent?.textContent) field.value = "";
  }
}
