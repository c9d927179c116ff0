interface SkeletonProps {
  readonly shape?: "line" | "title" | "circle" | "block";
  readonly width?: "full" | "half" | "third";
}

/** Gray placeholder of content. Hidden from screen readers: the text beside it says that it is loading. */
export function Skeleton({ shape = "line", width = "full" }: SkeletonProps) {
  return (
    <span className={`skeleton skeleton-${shape} skeleton-width-${width}`} aria-hidden="true" />
  );
}
