export interface IconProps {
  readonly className?: string;
}

/**
 * Makes an icon of lines, in a square of 24: all have one size and stroke, which the stylesheet sets. The attributes
 * keep it small without a stylesheet.
 *
 * @param dashed Lines that stand for what is missing.
 */
/* @__NO_SIDE_EFFECTS__ */
export function icon(lines: string, dashed?: string, dashes = "1.6 1.6") {
  return function Icon({ className }: IconProps) {
    return (
      <svg
        className={className ? `icon ${className}` : "icon"}
        viewBox="0 0 24 24"
        width="20"
        height="20"
        fill="none"
        stroke="currentColor"
        aria-hidden="true"
      >
        <path d={lines} />
        {dashed && <path d={dashed} strokeDasharray={dashes} />}
      </svg>
    );
  };
}
