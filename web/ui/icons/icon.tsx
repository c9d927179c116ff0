import type { ReactNode } from "react";

export interface IconProps {
  readonly className?: string;
}

/**
 * The frame of every icon: one size, one stroke. The stylesheet sets size and stroke; the attributes keep it
 * small without a stylesheet.
 */
export function Icon({ className, children }: IconProps & { readonly children: ReactNode }) {
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
      {children}
    </svg>
  );
}
