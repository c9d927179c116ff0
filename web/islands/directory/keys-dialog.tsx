import { DataList, Kbd } from "@radix-ui/themes";
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
      <DataList.Root>
        {keys.map(([key, does]) => (
          <DataList.Item key={key}>
            <DataList.Label minWidth="4rem">
              <Kbd>{key}</Kbd>
            </DataList.Label>
            <DataList.Value>{does}</DataList.Value>
          </DataList.Item>
        ))}
      </DataList.Root>
    </Dialog>
  );
}
