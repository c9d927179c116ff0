import type { ComponentProps } from "react";

interface ButtonLook {
  readonly variant?: "solid" | "soft" | "outline" | "ghost" | "danger" | undefined;
  readonly size?: "small" | "medium" | "large" | undefined;
  /** As wide as its container. */
  readonly wide?: boolean | undefined;
}

export type ButtonProps = ComponentProps<"button"> & ButtonLook;

export function Button({ variant, size, wide, className, type, ...props }: ButtonProps) {
  return (
    <button
      {...props}
      // Browsers default to submit; here, submit has to be explicit.
      type={type ?? "button"}
      className={buttonClass({ variant, size, wide }, className)}
    />
  );
}

type ButtonLinkProps = ComponentProps<"a"> & ButtonLook & { readonly href: string };

export function ButtonLink({ variant, size, wide, className, ...props }: ButtonLinkProps) {
  return <a {...props} className={buttonClass({ variant, size, wide }, className)} />;
}

function buttonClass({ variant = "solid", size = "medium", wide }: ButtonLook, more = ""): string {
  return `button button-${variant} button-${size} ${wide ? "button-wide" : ""} ${more}`
    .replace(/\s+/g, " ").trim();
}
