import type { ReactNode } from "react";
import { createRoot } from "react-dom/client";

/**
 * Dialog as a promise: opens over the page, outside of every island, and resolves with the answer.
 *
 * @param dialog Makes the dialog; it calls `answer` once.
 */
export function ask<Answer>(dialog: (answer: (value: Answer) => void) => ReactNode) {
  const element = document.createElement("div");
  document.body.append(element);
  const root = createRoot(element);
  return new Promise<Answer>((resolve) => {
    root.render(dialog((value) => {
      root.unmount();
      element.remove();
      resolve(value);
    }));
  });
}
