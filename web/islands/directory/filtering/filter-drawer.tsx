import { Button } from "@radix-ui/themes";
import { Dialog } from "../../../ui/dialog.tsx";
import { FilterPanel, type FilterPanelProps } from "./filter-panel.tsx";

interface FilterDrawerProps extends FilterPanelProps {
  readonly total: number;
  readonly onClose: () => void;
}

/** The filter panel, on screens too narrow to show it beside the list. Loaded when opened. */
export function FilterDrawer({ total, onClose, ...panel }: FilterDrawerProps) {
  return (
    <Dialog
      title="Filters"
      shape="drawer"
      onClose={onClose}
      actions={
        <Button type="button" onClick={onClose} className="wide" size="3">
          {total === 1 ? "Show 1 result" : `Show ${total} results`}
        </Button>
      }
    >
      <FilterPanel {...panel} isDrawer />
    </Dialog>
  );
}
