import type { ReactNode } from "react";

export interface IconProps {
  readonly className?: string;
}

/**
 * The frame of every icon: one size, one stroke. Its size is the stylesheet's; the attributes keep it
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
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      {children}
    </svg>
  );
}
