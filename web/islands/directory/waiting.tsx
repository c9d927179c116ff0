import { Card } from "../../ui/card.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { Spinner } from "../../ui/spinner.tsx";
import type { Variant } from "./variants.ts";

/** Shown in place of the list until there is one. */
export function Waiting({ variant }: { readonly variant: Variant }) {
  if (variant.placeholder === "spinner") return <Spinner label={variant.loading} />;
  return (
    <ul className="directory-list" role="list" aria-busy>
      {[1, 2, 3].map((number) => (
        <li key={number}>
          <Card className="profile-card">
            <div className="profile-card-head">
              <Skeleton shape="circle" />
              <div className="profile-card-who">
                <Skeleton shape="title" width="half" />
                <Skeleton width="third" />
              </div>
            </div>
            <Skeleton width="half" />
            <Skeleton />
            <Skeleton shape="block" />
          </Card>
        </li>
      ))}
    </ul>
  );
}
