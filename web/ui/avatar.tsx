export interface AvatarProps {
  /** What is shown where there is no picture, or it does not load. */
  readonly initials: string;
  readonly image?: string | null;
  readonly size?: "small" | "medium" | "large";
}

/**
 * A picture of someone whose name stands beside it. The initials lie under the picture, so that they
 * show without any script when it is missing.
 */
export function Avatar({ initials, image, size = "medium" }: AvatarProps) {
  return (
    <span className={`avatar avatar-${size}`} aria-hidden="true">
      <span className="avatar-initials">{initials}</span>
      {image && <img className="avatar-image" src={image} alt="" decoding="async" />}
    </span>
  );
}
