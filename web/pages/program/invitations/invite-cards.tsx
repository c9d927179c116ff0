import type { FormState } from "../../../forms/form-state.ts";
import { pagePaths } from "../../../paths.ts";
import { Button, ButtonLink } from "../../../ui/button.tsx";
import { TextField } from "../../../ui/text-field.tsx";

/** How to invite one person, and many. */
export function InviteCards({ sent }: { readonly sent?: FormState | undefined }) {
  const isDeclined = sent?.fields.isSure !== undefined;
  const field = (name: string, label: string, more: object = {}) => (
    <TextField
      label={label}
      name={name}
      required
      autoComplete="off"
      defaultValue={sent?.values[name]}
      error={sent?.fields[name]}
      autoFocus={sent?.fields[name] !== undefined}
      {...more}
    />
  );
  return (
    <>
      <section className="card program-card stack start" aria-labelledby="invite-title">
        <h2 id="invite-title">Invite one person</h2>
        <p className="program-quiet note">
          We'll email them a link to accept or decline. It works for 14 days. No one can see them in
          the directory until they accept.
        </p>
        <form
          className="program-form stack start full"
          method="post"
          action={pagePaths.invitations()}
        >
          {field("firstName", "First Name")}
          {field("lastName", "Last Name")}
          {field("email", "Email", { type: "email", className: "program-span" })}
          {isDeclined && (
            <label className="invitation-show program-span">
              <input
                type="checkbox"
                className="checkbox-group-input"
                name="isSure"
                required
                autoFocus
              />
              <span>They asked me to invite them again</span>
            </label>
          )}
          <Button type="submit" name="does" value="invite">
            {isDeclined ? "Invite them again" : "Send invitation"}
          </Button>
        </form>
      </section>
      <section className="card program-card stack start" aria-labelledby="import-title">
        <h2 id="import-title">Invite many people</h2>
        <p className="program-quiet note">
          Import a spreadsheet with names, email addresses, and anything else you know.
        </p>
        <div>
          <ButtonLink variant="outline" href={pagePaths.importFile()}>
            Import a spreadsheet
          </ButtonLink>
        </div>
      </section>
    </>
  );
}
