import type { ReactNode } from "react";

export interface IconProps {
  readonly className?: string;
}

/**
 * The frame of every icon: one size, one stroke. Size and stroke are the stylesheet's; the attributes keep it
 * small where that is missing.
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
