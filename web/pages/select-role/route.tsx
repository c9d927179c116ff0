import { FieldError } from "../../ui/fields/field.tsx";
import { Button, Heading, Text } from "@radix-ui/themes";
import { type Context, Hono } from "hono";
import { type Role, roles, roleTraits } from "../../../events/vocabulary.ts";
import { selectRoleForm } from "../../forms/account-forms.ts";
import { roleSelected } from "../../toasts/messages.ts";
import { Form, type FormField } from "../../forms/form.tsx";
import type { FormState } from "../../forms/form-state.ts";
import type { PageEnv, SiteDeps } from "../../page-env.ts";
import { paths } from "../../paths.ts";
import { CadreCodeField } from "../../ui/fields/account-fields.tsx";
import { CapIcon, ShieldIcon, StarIcon } from "../../ui/icons.tsx";
import { submitForm } from "../form.ts";

/** Role selection. Members open it at its own address; people without a role see it on every page. */
export function renderSelectRole(c: Context<PageEnv>, { config }: SiteDeps, sent?: FormState) {
  return c.render(
    <div className="shell-column">
      <SelectRolePage
        programName={config.programName}
        cadreCodeRequired={config.cadreCodeRequired}
        current={c.var.viewer?.role ?? null}
        sent={sent}
      />
    </div>,
    { title: "Select Your Role" },
  );
}

export function selectRoleRoutes(deps: SiteDeps) {
  return new Hono<PageEnv>()
    .get(paths.selectRole(), (c) => renderSelectRole(c, deps))
    .post(paths.selectRole(), async (c) => {
      const { viewer, origin } = c.var;
      if (viewer === undefined) return c.redirect(paths.home(), 303);
      return submitForm(c, {
        form: selectRoleForm,
        failed: "Error",
        show: (sent) => renderSelectRole(c, deps, sent),
        async run(choice) {
          await deps.product.accounts.selectRole(viewer.memberId, choice, origin);
          return roleSelected;
        },
      });
    });
}

interface SelectRoleProps {
  readonly programName: string;
  readonly cadreCodeRequired: boolean;
  readonly current: Role | null;
  readonly sent: FormState | undefined;
}

const descriptions = {
  cadet: { text: "A current cadet seeking mentorship", Icon: CapIcon },
  alumni: { text: "An alum willing to mentor cadets", Icon: StarIcon },
  cadre: { text: "Program staff", Icon: ShieldIcon },
} as const;

function SelectRolePage({ programName, cadreCodeRequired, current, sent }: SelectRoleProps) {
  return (
    <div id="select-role" className="role">
      <Heading as="h1" size="8">Welcome to {programName} Army ROTC Alumni Connect</Heading>
      <Text as="p" id="role-lead" className="lead">Please select your role to continue</Text>
      <Form
        id="role"
        className="role-form stack gap-5"
        action={paths.selectRole()}
        of={selectRoleForm}
        sent={sent}
        waitsFor="role"
      >
        {(field) => (
          <>
            <RoleCards {...field("role")} current={current} />
            {cadreCodeRequired && <CadreCodeField {...field("cadreCode")} />}
            <Button type="submit" data-pending="Saving..." className="role-continue" size="4">
              Continue
            </Button>
          </>
        )}
      </Form>
    </div>
  );
}

type RoleCardsProps = FormField & Pick<SelectRoleProps, "current">;

function RoleCards({ id, defaultValue, current, error }: RoleCardsProps) {
  return (
    <fieldset
      id={id}
      tabIndex={-1}
      aria-labelledby="role-lead"
      aria-describedby={error && `${id}-error`}
    >
      <div className="role-cards columns">
        {roles.map((role) => {
          const { text, Icon } = descriptions[role];
          return (
            <label key={role} className="role-card radio-card pressable">
              <input
                type="radio"
                name="role"
                value={role}
                required
                defaultChecked={role === (defaultValue ?? current)}
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
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </fieldset>
  );
}
