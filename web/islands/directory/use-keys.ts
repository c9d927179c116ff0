import { type RefObject, useEffect } from "react";

/** The key that leads to the search box, as `aria-keyshortcuts` says it. */
export const searchKey = "/";
/** The key that shows all of them. */
export const helpKey = "?";

/**
 * Keys of a directory. They work only while the focus is in it, and no one is typing (WCAG 2.1.4): who
 * speaks to their browser, or has put a key on something else, is not led away by a letter.
 *
 * @param root The directory's element.
 * @param fieldId The search box's.
 */
export function useKeys(
  root: RefObject<HTMLElement | null>,
  fieldId: string,
  showKeys: () => void,
): void {
  useEffect(() => {
    function handleKey(event: KeyboardEvent) {
      const hasModifier = event.ctrlKey || event.metaKey || event.altKey;
      const { activeElement } = document;
      if (hasModifier || event.defaultPrevented || activeElement?.closest(typing)) return;
      if (!root.current?.contains(activeElement)) return;
      if (event.key === helpKey) {
        event.preventDefault();
        showKeys();
      }
      const field = document.getElementById(fieldId);
      if (event.key !== searchKey || !(field instanceof HTMLInputElement)) return;
      event.preventDefault();
      field.focus();
      field.select();
    }
    addEventListener("keydown", handleKey);
    return () => removeEventListener("keydown", handleKey);
  }, []);
}

// A checkbox takes no text: the key means there what it means on the page.
const typing = "input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]";
