import { Badge, Text } from "@radix-ui/themes";
import { undoUntilMs } from "../../../events/members/addresses.ts";
import type { MemberRecord } from "../../../events/members/record.ts";
import { codeForm, newAddressForm } from "../../forms/account-forms.ts";
import { ActionButton } from "../../forms/action-form.tsx";
import { AccountForm } from "../../forms/form.tsx";
import type { FormState } from "../../forms/form-state.ts";
import { paths } from "../../paths.ts";
import { TitledCard } from "../../ui/card.tsx";
import { CodeField, EmailField } from "../../ui/fields/account-fields.tsx";
import { Notice } from "../../ui/notice.tsx";
import { LocalTime } from "../connections/local-time.tsx";
import { PageHead } from "../page-head.tsx";

interface AddressesPageProps {
  readonly member: MemberRecord;
  /** From the mailed link. */
  readonly code: string;
  readonly now: Date;
  readonly sent: {
    readonly code?: FormState;
    readonly added?: FormState;
    readonly failure?: string;
  };
}

export function AddressesPage({ member, code, now, sent }: AddressesPageProps) {
  const { email, emailVerified, addresses } = member;
  const { asked, second } = addresses;
  const untilMs = undoUntilMs(addresses);
  const isShown = (as = "second") =>
    as === "main" || (emailVerified && second === null && asked?.as !== "second");
  // The refused form may no longer be on the page.
  const failure = sent.failure ?? (asked === null ? sent.code : undefined)?.failure?.message ??
    (isShown(sent.added?.values.as) ? undefined : sent.added?.failure?.message);
  return (
    <div id="addresses" className="shell-column page-stack gap-4">
      <PageHead title="Email Addresses">
        Sign in with any confirmed address. We write to the main one.
      </PageHead>
      {failure && <Notice tone="danger" title="That didn't work">{failure}</Notice>}
      {asked !== null && <Waiting asked={asked} code={code} sent={sent.code} />}
      <TitledCard className="start" title="Main Address" titleId="main-title">
        <Address email={email} isConfirmed={emailVerified} />
        <Text as="p" color="gray">
          {emailVerified
            ? "If you change it, this one works until you confirm the new one."
            : "Open the link that we sent there to confirm it."}
        </Text>
        <NewAddress as="main" label="New main address" submit="Change Address" sent={sent.added} />
      </TitledCard>
      {(second !== null || asked?.as !== "second") && (
        <TitledCard className="start" title="Second Address" titleId="second-title">
          {second === null ? <AddSecondAddress isPossible={emailVerified} sent={sent.added} /> : (
            <>
              <Address email={second} isConfirmed />
              <Text as="p" color="gray">
                You can sign in with it and answer emails from it. It becomes the main one if the
                main one stops taking our emails.
              </Text>
              <div className="row gap-3">
                <ActionButton
                  action={paths.changeAddresses()}
                  does="swap"
                  label="Make it the main address"
                  variant="outline"
                />
                <ActionButton
                  action={paths.changeAddresses()}
                  does="remove"
                  label="Remove it"
                  variant="outline"
                  color="red"
                />
              </div>
            </>
          )}
        </TitledCard>
      )}
      {untilMs !== undefined && untilMs > now.getTime() && (
        <Text as="p" color="gray">
          Our email about your last change has a link to undo it. It works until{" "}
          <LocalTime at={new Date(untilMs).toISOString()} />.
        </Text>
      )}
    </div>
  );
}

function Address({ email, isConfirmed }: {
  readonly email: string;
  readonly isConfirmed: boolean;
}) {
  return (
    <Text as="p" className="row gap-2 addresses-address">
      {email}{" "}
      <Badge color={isConfirmed ? "green" : "amber"}>
        {isConfirmed ? "Confirmed" : "Not confirmed"}
      </Badge>
    </Text>
  );
}

interface WaitingProps {
  readonly asked: NonNullable<MemberRecord["addresses"]["asked"]>;
  readonly code: string;
  readonly sent: FormState | undefined;
}

function Waiting({ asked: { email, as }, code, sent }: WaitingProps) {
  return (
    <TitledCard className="start" title={`Confirm ${email}`} titleId="confirm-address-title">
      <Text as="p" color="gray">
        We emailed a code to this address.{" "}
        {as === "main" ? "Enter it to change your address." : "Enter it to add the address."}
      </Text>
      <div className="narrow full">
        <AccountForm
          id="confirm-address"
          action={paths.confirmAddress()}
          of={codeForm}
          sent={sent}
          submit="Confirm Address"
          pending="Confirming..."
        >
          {(field) => {
            const given = field("code");
            const mailed = /^\d{8}$/.test(code) ? code : undefined;
            return <CodeField {...given} defaultValue={given.defaultValue ?? mailed} />;
          }}
        </AccountForm>
      </div>
      <div className="row gap-3">
        <ActionButton
          action={paths.changeAddresses()}
          does="again"
          label="Send another code"
          variant="outline"
        />
        <ActionButton
          action={paths.changeAddresses()}
          does="drop"
          label={as === "main" ? "Keep my address" : "Don't add it"}
          variant="outline"
        />
      </div>
    </TitledCard>
  );
}

interface AddSecondProps {
  readonly isPossible: boolean;
  readonly sent: FormState | undefined;
}

/** Asks for a second address, and leads to the page where its code is entered. */
export function AddSecondAddress({ isPossible, sent }: AddSecondProps) {
  return (
    <>
      <Text as="p" color="gray">
        Add one that stays with you, such as a private address. If your university or employer
        closes the main one, you can still sign in and we can still reach you. Other members don't
        see it.
      </Text>
      {isPossible
        ? <NewAddress as="second" label="Second address" submit="Add Address" sent={sent} />
        : <Text as="p">Confirm your main address first.</Text>}
    </>
  );
}

interface NewAddressProps {
  readonly as: "main" | "second";
  readonly label: string;
  readonly submit: string;
  /** The errors of a refused form, either of the two. */
  readonly sent: FormState | undefined;
}

function NewAddress({ as, label, submit, sent }: NewAddressProps) {
  return (
    <div className="narrow full">
      <AccountForm
        id={`${as}-address`}
        action={paths.addresses()}
        of={newAddressForm}
        sent={sent?.values.as === as ? sent : undefined}
        submit={submit}
        pending="Sending a code..."
      >
        {(field) => (
          <>
            <input type="hidden" name="as" value={as} />
            <EmailField {...field("email")} label={label} />
          </>
        )}
      </AccountForm>
    </div>
  );
}
