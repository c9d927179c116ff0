import { type Role, roles, roleTraits } from "../../../events/vocabulary.ts";
import { Form } from "../../forms/form.tsx";
import type { FormState } from "../../forms/form-state.ts";
import { paths } from "../../paths.ts";
import { Button } from "../../ui/button.tsx";
import { CadreCode } from "../../ui/fields/cadre-code.tsx";
import { CapIcon, ShieldIcon, StarIcon } from "../../ui/icons/icons.tsx";

export interface SelectRoleProps {
  readonly programName: string;
  readonly cadreCodeRequired: boolean;
  /** The role that the member has now. */
  readonly current: Role | null;
  readonly sent?: FormState | undefined;
}

const descriptions = {
  cadet: { text: "A current cadet seeking mentorship", Icon: CapIcon },
  alumni: { text: "An alum willing to mentor cadets", Icon: StarIcon },
  cadre: { text: "Program staff", Icon: ShieldIcon },
} as const;

export function SelectRolePage(props: SelectRoleProps) {
  const { programName, cadreCodeRequired, current, sent } = props;
  return (
    <div id="select-role" className="role" data-part="">
      <h1>Welcome to {programName} Army ROTC Alumni Connect</h1>
      <p className="lead" id="role-lead">Please select your role to continue</p>
      <Form
        id="role"
        className="role-form"
        action={paths.selectRole()}
        fields={["role", "cadreCode"]}
        sent={sent}
        failed={{ title: "Error", text: "Failed to select role" }}
        waitsFor="role"
      >
        {(field) => (
          <>
            <RoleCards {...field("role")} defaultValue={field("role").defaultValue ?? current} />
            {cadreCodeRequired && <CadreCode {...field("cadreCode")} />}
            <Button type="submit" size="large" className="role-continue" data-pending="Saving...">
              Continue
            </Button>
          </>
        )}
      </Form>
    </div>
  );
}

interface RoleCardsProps {
  readonly id: string;
  readonly defaultValue: string | null;
  readonly error: string | undefined;
}

function RoleCards({ id, defaultValue, error }: RoleCardsProps) {
  return (
    <fieldset
      id={id}
      tabIndex={-1}
      aria-labelledby="role-lead"
      aria-describedby={error && `${id}-error`}
    >
      <div className="role-cards">
        {roles.map((role) => {
          const { text, Icon } = descriptions[role];
          return (
            <label key={role} className="role-card radio-card pressable">
              <input
                type="radio"
                name="role"
                value={role}
                required
                defaultChecked={role === defaultValue}
                aria-labelledby={`role-${role}-title`}
                aria-describedby={`role-${role}-text`}
              />
              <Icon className="role-icon" />
              <span className="role-title" id={`role-${role}-title`}>{roleTraits[role].label}</span>
              <span className="note" id={`role-${role}-text`}>{text}</span>
            </label>
          );
        })}
      </div>
      {error && <p className="field-error" id={`${id}-error`}>{error}</p>}
    </fieldset>
  );
}
