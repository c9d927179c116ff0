import type { FormState } from "../../forms/form-state.ts";
import { pagePaths } from "../../paths.ts";
import { Button } from "../../ui/button.tsx";
import { Callout } from "../../ui/callout.tsx";
import { TextField } from "../../ui/fields/text-field.tsx";

export interface UnconfirmedRoleProps {
  /** Whether a code confirms the role. */
  readonly hasCode: boolean;
  readonly sent?: FormState | undefined;
}

/** Tells cadre that their role isn't confirmed, and what they can do. */
export function UnconfirmedRole({ hasCode, sent }: UnconfirmedRoleProps) {
  const error = sent?.fields.cadreCode ?? sent?.failure?.message;
  return (
    <Callout tone="warning" title="You aren't confirmed as cadre yet">
      <p>
        Others see “Cadre, not confirmed” next to your name until program staff confirm it{hasCode
          ? ", or you enter the code your program gave its staff"
          : ""}.
      </p>
      {hasCode && (
        <form className="unconfirmed-role stack start" method="post" action={pagePaths.cadreCode()}>
          <TextField
            name="cadreCode"
            label="Cadre code"
            autoComplete="off"
            maxLength={200}
            required
            error={error}
          />
          <Button type="submit" variant="outline">Confirm My Role</Button>
        </form>
      )}
    </Callout>
  );
}
