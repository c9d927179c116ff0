import { Button, type ButtonProps } from "@radix-ui/themes";
import type { ComponentProps } from "react";

export interface ActionFormProps extends Omit<ComponentProps<"form">, "hidden"> {
  readonly action: string;
  /** Hidden values by name; `undefined` ones are left out. */
  readonly hidden?: Readonly<Record<string, string | number | undefined>>;
}

export function ActionForm({ hidden = {}, children, ...form }: ActionFormProps) {
  return (
    <form {...form} method="post">
      {Object.entries(hidden).map(([name, value]) =>
        value !== undefined && <input key={name} type="hidden" name={name} value={value} />
      )}
      {children}
    </form>
  );
}

interface ActionButtonProps
  extends
    Omit<ActionFormProps, "children" | "color">,
    Pick<ButtonProps, "variant" | "color" | "size"> {
  /** Name of the action, for the route. */
  readonly does: string;
  readonly label: string;
  /** The person it is about, for assistive technology. */
  readonly about?: string;
}

export function ActionButton(
  { does, label, about, variant, color, size = "3", ...form }: ActionButtonProps,
) {
  return (
    <ActionForm {...form}>
      <Button
        type="submit"
        name="does"
        value={does}
        aria-label={about && `${label}: ${about}`}
        {...{ size, variant, color }}
      >
        {label}
      </Button>
    </ActionForm>
  );
}
