import { Button, type ButtonProps } from "@radix-ui/themes";
import type { ComponentProps } from "react";

type ButtonLinkProps =
  & ComponentProps<"a">
  & Pick<ButtonProps, "variant" | "color" | "size">
  & { readonly href: string };

/** A link that looks like a button, since it leads to the next step. */
export function ButtonLink({ variant, color, size = "3", className, ...link }: ButtonLinkProps) {
  return (
    <Button asChild size={size} {...{ variant, color, className }}>
      <a {...link} />
    </Button>
  );
}
