import { createRoot } from "react-dom/client";
import { withQueries } from "../../hydration/query-root.tsx";
import { DeleteAccountDialog, DeleteProfileDialog } from "./delete-dialogs.tsx";

/** Opens the question over the page; it goes away once it is answered. */
export function askToDelete(what: "profile" | "account"): void {
  const place = document.createElement("div");
  document.body.append(place);
  const root = createRoot(place);
  const Dialog = what === "account" ? DeleteAccountDialog : DeleteProfileDialog;
  const Question = withQueries(() => <Dialog onClose={close} />);
  root.render(<Question />);

  function close() {
    root.unmount();
    place.remove();
  }
}
