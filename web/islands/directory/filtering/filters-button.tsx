import { Button } from "@radix-ui/themes";
import { atom } from "jotai/vanilla";
import { useOverlay } from "../../../hydration/overlay.ts";
import { FilterIcon } from "../../../ui/icons.tsx";
import { filterCount } from "./choices.ts";
import type { FilterPanelProps } from "./filter-panel.tsx";

interface FiltersButtonProps extends Omit<FilterPanelProps, "id"> {
  readonly total: number;
}

/** Whether the filters are open in their drawer. */
export const drawerAtom = atom(false);

const importDrawer = () => import("./filter-drawer.tsx").then(({ FilterDrawer }) => FilterDrawer);

/** Opens the filters in a drawer, on screens too narrow to show them beside the list. */
export function FiltersButton(props: FiltersButtonProps) {
  const drawer = useOverlay(importDrawer, drawerAtom);
  const filters = filterCount(props.state.query);

  return (
    <>
      <Button
        type="button"
        aria-haspopup="dialog"
        onPointerEnter={drawer.preload}
        onFocus={drawer.preload}
        onClick={drawer.open}
        className="with-script directory-filters"
        size="3"
        variant="outline"
      >
        <FilterIcon />
        <span key={filters}>Filters{filters > 0 && ` (${filters})`}</span>
      </Button>
      {drawer.Part && <drawer.Part {...props} id="drawer-filters" onClose={drawer.close} />}
    </>
  );
}
