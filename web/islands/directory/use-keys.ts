import { type RefObject, useEffect } from "react";

/** The key that focuses the search box, as in `aria-keyshortcuts`. */
export const searchKey = "/";
export const helpKey = "?";

/**
 * Keyboard shortcuts of a directory. They work only while the focus is in it and no one is typing
 * (WCAG 2.1.4), so that speech input and other shortcuts don't trigger them.
 * @param root The directory's element.
 * @param fieldId Id of the search box.
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

// A checkbox takes no text, so shortcuts work there.
const typing = "input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]";
