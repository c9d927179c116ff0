export interface SkeletonProps {
  readonly shape?: "line" | "title" | "circle" | "block";
  readonly width?: "full" | "half" | "third";
}

/** Grey where content will be. Says nothing to a screen reader: the words beside it do. */
export function Skeleton({ shape = "line", width = "full" }: SkeletonProps) {
  return (
    <span className={`skeleton skeleton-${shape} skeleton-width-${width}`} aria-hidden="true" />
  );
}
