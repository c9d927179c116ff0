interface AvatarProps {
  /** Shown without a picture, or if it doesn't load. */
  readonly initials: string;
  readonly image?: string | null;
  readonly size?: "small" | "medium" | "large";
  /** The member's id. The same id always has the same color. */
  readonly id?: string;
  /** `lazy` for one of many: it is loaded when it is near the window, and isn't preloaded. */
  readonly loading?: "lazy";
}

/** Number of tints in `avatar.css`. */
export const avatarTints = 8;

/**
 * A picture of a person whose name is beside it. The initials are behind the picture, so that they
 * are visible without script if it is missing.
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
