interface AvatarProps {
  /** Shown when there is no picture, or when it does not load. */
  readonly initials: string;
  readonly image?: string | null;
  readonly size?: "small" | "medium" | "large";
  /** Whose face it is: the same id always has the same colour. */
  readonly id?: string;
  /** `lazy` for one of many: loaded when it comes near the window, and not preloaded. */
  readonly loading?: "lazy";
}

/** Number of tints in `avatar.css`. */
export const avatarTints = 8;

/**
 * A picture of someone whose name is beside it. The initials lie under the picture, so that they
 * show without any script when it is missing.
 */
export function Avatar({ initials, image, size = "medium", id, loading }: AvatarProps) {
  const tint = id === undefined ? "" : ` avatar-tint-${tintOf(id)}`;
  return (
    <span className={`avatar avatar-${size}${tint}`} aria-hidden="true">
      <span className="avatar-initials">{initials}</span>
      {/* A new element for each picture: otherwise the old one stays until the new one has loaded. */}
      {image && (
        <img
          key={image}
          className="avatar-image"
          src={image}
          alt=""
          decoding="async"
          loading={loading}
        />
      )}
    </span>
  );
}

function tintOf(id: string): number {
  let hash = 0;
  for (const letter of id) hash = (31 * hash + (letter.codePointAt(0) ?? 0)) >>> 0;
  return hash % avatarTints;
}
