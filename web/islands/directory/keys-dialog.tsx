import { Dialog } from "../../ui/dialog.tsx";
import { helpKey, searchKey } from "./use-keys.ts";

const keys: readonly (readonly [key: string, does: string])[] = [
  [searchKey, "Go to the search box"],
  ["↓ ↑", "Move through the suggestions"],
  ["Enter", "Choose the suggestion, or search"],
  ["Esc", "Close the suggestions"],
  [helpKey, "Show these keys"],
];

/** The keys of a directory. Loaded when opened. */
export function KeysDialog({ onClose }: { readonly onClose: () => void }) {
  return (
    <Dialog
      title="Keys"
      description={`${searchKey} and ${helpKey} work when the focus is in the directory but not in a text field.`}
      onClose={onClose}
    >
      <dl className="directory-keys stack gap-2">
        {keys.map(([key, does]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
