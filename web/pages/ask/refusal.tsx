import { Text } from "@radix-ui/themes";
import type { ReactNode } from "react";
import type { Refusal } from "../../../events/errors.ts";
import type { FormState } from "../../forms/form-state.ts";
import { ConfirmEmailFirst, type ConfirmEmailProps } from "../own-profile/confirm-email.tsx";
import { sentence } from "../sentence.ts";

interface AskRefusalProps {
  readonly refusal: Refusal;
  /** The asker's email address, if it isn't confirmed. */
  readonly address: ConfirmEmailProps | undefined;
  /** Says the reason already, if it failed. */
  readonly sent: FormState | undefined;
  /** Where to go on. */
  readonly children: ReactNode;
}

/** Why someone can't ask for help now, in place of the form. */
export function AskRefusal({ refusal, address, sent, children }: AskRefusalProps) {
  return (
    <div className="stack gap-4 start">
      {refusal.code === "connection/unconfirmed" && address
        ? <ConfirmEmailFirst {...address} />
        : !sent?.failure && <Text as="p" weight="bold">{sentence(refusal.message)}</Text>}
      {children}
    </div>
  );
}
