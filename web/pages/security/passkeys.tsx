import { Badge, Button, Heading, Text } from "@radix-ui/themes";
import type { Context } from "hono";
import { isConfirmed, requireConfirmed } from "../../../api/auth/confirmed.ts";
import { maxPasskeys, type Passkey } from "../../../api/auth/passkeys/stored-passkeys.ts";
import {
  CreatedPasskey,
  maxPasskeyName,
  PasskeyName,
  readPasskey,
} from "../../../api/contract/passkey.ts";
import { Problem } from "../../../api/contract/problem.ts";
import type { MemberRecord } from "../../../events/members/record.ts";
import { ActionForm } from "../../forms/action-form.tsx";
import type { FormState } from "../../forms/form-state.ts";
import { PasskeyButton } from "../../forms/passkey-button.tsx";
import type { MemberEnv, SiteDeps } from "../../page-env.ts";
import { pagePaths, paths } from "../../paths.ts";
import { TitledCard } from "../../ui/card.tsx";
import { TextField } from "../../ui/fields/field.tsx";
import { LocalTime } from "../connections/local-time.tsx";
import { checked, readTexts, runForm } from "../form.ts";

type Show = (c: Context<MemberEnv>, sent: FormState) => Response | Promise<Response>;

/** Adds, renames or removes a passkey, as the form's button says. */
export async function changePasskeys(
  c: Context<MemberEnv>,
  { product: { passkeys }, config }: Pick<SiteDeps, "product" | "config">,
  show: Show,
): Promise<Response> {
  const { member: { memberId }, origin } = c.var;
  const { does, passkey = "", id = "", name = "" } = await readTexts(c, fields);
  const run = async () => {
    switch (does) {
      case "begin":
        // The next page asks for a name, and the browser for a fingerprint, a face or a PIN.
        return requireConfirmed(origin.session, config.now());
      case "add": {
        const given = checked(PasskeyName, name);
        const created = readPasskey(CreatedPasskey, passkey);
        if (created === undefined) {
          throw new Problem(400, "The passkey couldn't be added. Try again.");
        }
        await passkeys.add(memberId, { created, name: given }, origin);
        return { title: "Passkey added", description: "Use it the next time you sign in." };
      }
      case "rename":
        await passkeys.rename(memberId, id, checked(PasskeyName, name));
        return { title: "Passkey renamed" };
      case "remove":
        await passkeys.remove(memberId, id, origin);
        return { title: "Passkey removed" };
      case "dismiss":
        await passkeys.dismissOffer(memberId, origin);
        return;
    }
  };
  return await runForm(c, {
    failed: "Nothing was changed",
    show: (sent) => show(c, sent),
    run,
    next: does === "dismiss" ? paths.home() : pagePaths.passkeys(),
  });
}

const fields = ["does", "passkey", "id", "name"];

export interface PasskeysCardProps {
  readonly passkeys: readonly Passkey[];
  /** Suggested name for a new one. */
  readonly suggestedName: string;
  readonly isConfirmed: boolean;
  readonly hasAddress: boolean;
}

/** The card's content; `undefined` if the site can't have passkeys. */
export async function passkeysOf(
  { product: { passkeys }, config }: Pick<SiteDeps, "product" | "config">,
  { member, origin }: {
    readonly member: MemberRecord;
    readonly origin: MemberEnv["Variables"]["origin"];
  },
): Promise<PasskeysCardProps | undefined> {
  if (!passkeys.arePossible) return undefined;
  return {
    passkeys: await passkeys.list(member.memberId),
    suggestedName: nameOfDevice(origin.browser),
    isConfirmed: isConfirmed(origin.session, config.now()),
    hasAddress: member.emailVerified,
  };
}

/** Suggests a name: people know a phone by its model, and a computer by its browser. */
function nameOfDevice(browser = "My passkey"): string {
  return /iPhone|iPad/.exec(browser)?.[0] ?? browser;
}

export function PasskeysCard({ passkeys, ...adding }: PasskeysCardProps) {
  return (
    <TitledCard className="start" title="Passkeys" titleId="passkeys-title">
      <Text as="p" color="gray">
        Sign in with your fingerprint, your face or your device's PIN. You need no password and no
        code then.
      </Text>
      {passkeys.length > 0 && (
        <ul className="full">
          {passkeys.map((passkey) => <PasskeyLine key={passkey.credentialId} passkey={passkey} />)}
        </ul>
      )}
      {passkeys.length < maxPasskeys
        ? <AddPasskey {...adding} />
        : <Text as="p">You have {maxPasskeys} passkeys. Remove one to add another.</Text>}
      <Text as="p" className="without-script" color="gray">
        To add a passkey, turn on JavaScript in your browser.
      </Text>
    </TitledCard>
  );
}

function AddPasskey(
  { suggestedName, isConfirmed, hasAddress }: Omit<PasskeysCardProps, "passkeys">,
) {
  if (!hasAddress) {
    return <Text as="p">Confirm your email address, then you can add a passkey.</Text>;
  }
  if (!isConfirmed) {
    return (
      <ActionForm
        action={pagePaths.changePasskeys()}
        hidden={{ does: "begin" }}
        className="with-script"
      >
        <Button type="submit" size="3" variant="outline">Add a Passkey</Button>
      </ActionForm>
    );
  }
  return (
    <ActionForm
      action={pagePaths.changePasskeys()}
      hidden={{ does: "add" }}
      className="stack gap-3 narrow full with-script"
    >
      <TextField
        id="passkey-name"
        name="name"
        label="Name"
        hint="So that you know which device it is on"
        defaultValue={suggestedName}
        maxLength={maxPasskeyName}
        required
      />
      <PasskeyButton use="add" label="Add a Passkey" variant="outline" />
    </ActionForm>
  );
}

function PasskeyLine({ passkey }: { readonly passkey: Passkey }) {
  const { credentialId, name, createdAt, usedAt, isBackedUp } = passkey;
  const id = { id: credentialId };
  return (
    <li className="list-entry stack gap-2">
      <div className="split">
        <div className="breakable">
          <Heading as="h3" size="3">
            {name} {isBackedUp && <Badge color="gray">Synced</Badge>}
          </Heading>
          <Text as="p" color="gray">
            Added on <LocalTime at={createdAt} />
            {usedAt === null ? ", not used yet" : (
              <>
                , last used on <LocalTime at={usedAt} />
              </>
            )}
          </Text>
        </div>
        <ActionForm action={pagePaths.changePasskeys()} hidden={id}>
          <Button
            type="submit"
            name="does"
            value="remove"
            size="3"
            variant="outline"
            aria-label={`Remove: ${name}`}
          >
            Remove
          </Button>
        </ActionForm>
      </div>
      <details>
        <summary>Rename</summary>
        <ActionForm action={pagePaths.changePasskeys()} hidden={id} className="stack gap-3 narrow">
          <TextField
            name="name"
            label={`New name for ${name}`}
            defaultValue={name}
            maxLength={maxPasskeyName}
            required
          />
          <div>
            <Button type="submit" name="does" value="rename" size="3" variant="outline">
              Save
            </Button>
          </div>
        </ActionForm>
      </details>
    </li>
  );
}

/** Shown on Home after a sign-in by code, until it is answered. */
export function PasskeyOffer() {
  return (
    <div className="shell-column home-confirm with-passkeys">
      <TitledCard className="start" title="Sign in faster next time" titleId="offer-title">
        <Text as="p">
          With a passkey, your fingerprint, your face or your device's PIN is enough. No code, no
          password.
        </Text>
        <div className="row gap-3">
          <Button asChild size="3">
            <a href={pagePaths.passkeys()}>Add a Passkey</a>
          </Button>
          <ActionForm action={pagePaths.changePasskeys()} hidden={{ does: "dismiss" }}>
            <Button type="submit" size="3" variant="outline">No, Thanks</Button>
          </ActionForm>
        </div>
      </TitledCard>
    </div>
  );
}
