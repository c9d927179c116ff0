import { type ChangeEvent, useEffect, useState } from "react";
import type { SelectRole } from "../../../api/contract/account.ts";
import { type Role, roles, roleTraits } from "../../../events/vocabulary.ts";
import { calls, paths } from "../../paths.ts";
import { Button } from "../../ui/button.tsx";
import { Callout } from "../../ui/callout.tsx";
import { ErrorSummary } from "../../ui/error-summary.tsx";
import { CapIcon, ShieldIcon, StarIcon } from "../../ui/icons.tsx";
import { CadreCode } from "../account-card/cadre-code.tsx";
import type { FormState } from "../../forms/form-state.ts";
import { roleSelected } from "../../forms/account-messages.ts";
import { useForm } from "../../forms/use-form.ts";
import { goTo } from "../../hydration/navigation.ts";
import { sendConfirmed } from "../../forms/send-confirmed.ts";
import { toastAfterNavigation, toastFailure } from "../../toasts/toasts.ts";

export interface RoleChoiceProps {
  readonly programName: string;
  readonly cadreCodeRequired: boolean;
  /** The role that the member has now. */
  readonly current: Role | null;
  readonly sent?: FormState;
}

const descriptions = {
  cadet: { text: "A current cadet seeking mentorship", Icon: CapIcon },
  alumni: { text: "An alum willing to mentor cadets", Icon: StarIcon },
  cadre: { text: "Program staff", Icon: ShieldIcon },
} as const;

export function RoleChoice({ programName, cadreCodeRequired, current, sent }: RoleChoiceProps) {
  const [chosen, setChosen] = useState<string | null>(sent?.values.role ?? current);
  // Without script the button has to work; the browser asks for a choice then.
  const [isLive, setLive] = useState(false);
  const { form, errors, summary, idOf, failure, isPending } = useForm<SelectRole, unknown>({
    id: "role",
    fields: ["role", "cadreCode"],
    initial: sent,
    loadCheck: () =>
      import("../../forms/account-checks.ts").then((checks) => checks.checkSelectRole),
    send: (choice) => sendConfirmed("POST", calls.selectRole, choice),
    onSuccess() {
      toastAfterNavigation(roleSelected);
      goTo(paths.home());
    },
    onFailure: (error) => toastFailure("Error", error, "Failed to select role"),
  });

  useEffect(() => {
    setLive(true);
    // Someone may have chosen before this script ran.
    const input = form.ref.current?.querySelector<HTMLInputElement>('[name="role"]:checked');
    if (input) setChosen(input.value);
  }, [form.ref]);

  function handleChange({ target }: ChangeEvent<HTMLInputElement>) {
    setChosen(target.value);
  }

  return (
    <div className="role">
      <h1>Welcome to {programName} Army ROTC Alumni Connect</h1>
      <p className="role-lead" id="role-lead">Please select your role to continue</p>
      <form {...form} className="role-form" method="post" action={paths.selectRole()}>
        {failure && <Callout tone="danger" title={failure.title}>{failure.message}</Callout>}
        <ErrorSummary {...summary} />
        <fieldset
          id={idOf("role")}
          tabIndex={-1}
          aria-labelledby="role-lead"
          aria-describedby={errors.role && "role-error"}
        >
          <div className="role-cards">
            {roles.map((role) => {
              const { label: title } = roleTraits[role];
              const { text, Icon } = descriptions[role];
              return (
                <label key={role} className="role-card">
                  <input
                    type="radio"
                    name="role"
                    value={role}
                    required
                    defaultChecked={role === chosen}
                    onChange={handleChange}
                    aria-labelledby={`role-${role}-title`}
                    aria-describedby={`role-${role}-text`}
                  />
                  <Icon className="role-icon" />
                  <span className="role-title" id={`role-${role}-title`}>{title}</span>
                  <span className="role-text" id={`role-${role}-text`}>{text}</span>
                </label>
              );
            })}
          </div>
          {errors.role && <p className="field-error" id="role-error">{errors.role}</p>}
        </fieldset>
        {cadreCodeRequired && <CadreCode id={idOf("cadreCode")} error={errors.cadreCode} />}
        <Button
          type="submit"
          size="large"
          className="role-continue"
          disabled={isPending || (isLive && chosen === null)}
        >
          {isPending ? "Saving..." : "Continue"}
        </Button>
      </form>
    </div>
  );
}
