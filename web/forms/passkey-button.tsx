import { Button, type ButtonProps } from "@radix-ui/themes";
import type { calls } from "../paths.ts";

interface PasskeyButtonProps extends Pick<ButtonProps, "variant"> {
  /** The call that returns the options for the browser's request. */
  readonly use: keyof typeof calls.passkeys;
  /** The field that sends the browser's answer. */
  readonly name?: string;
  readonly label: string;
  readonly isWide?: boolean;
}

/**
 * Asks the browser for a passkey, and sends its form with the answer. Hidden without passkeys or
 * script. It must not be the first button of a form that works without one.
 */
export function PasskeyButton(
  { use, name = "passkey", label, isWide, variant }: PasskeyButtonProps,
) {
  return (
    <div className="with-passkeys">
      <input type="hidden" name={name} data-passkey-answer="" />
      <Button
        type="submit"
        size="3"
        variant={variant}
        data-passkey={use}
        className={isWide ? "wide" : undefined}
      >
        {label}
      </Button>
    </div>
  );
}
