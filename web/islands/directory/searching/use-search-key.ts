import { useEffect } from "react";

/** The key that leads to the search box, as `aria-keyshortcuts` says it. */
export const searchKey = "/";

/** The key focuses the field with this id, unless someone is typing or a dialog is open. */
export function useSearchKey(fieldId: string): void {
  useEffect(() => {
    function handleKey(event: KeyboardEvent) {
      const hasModifier = event.ctrlKey || event.metaKey || event.altKey;
      if (event.key !== searchKey || hasModifier || event.defaultPrevented) return;
      const { activeElement } = document;
      if (activeElement?.closest(typing) || document.querySelector(dialog)) return;
      const field = document.getElementById(fieldId);
      if (!(field instanceof HTMLInputElement)) return;
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
const dialog = "[role=dialog], [role=alertdialog], [role=menu]";
