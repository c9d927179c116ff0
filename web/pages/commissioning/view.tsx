import { Button, Text } from "@radix-ui/themes";
import type { ReactNode } from "react";
import type { CommissioningView } from "../../../api/features/commissioning/commissioning.ts";
import {
  askedDaysBefore,
  undoCommissionDays,
} from "../../../events/commissioning/commissioning.ts";
import { spelled } from "../../../events/amounts.ts";
import { armyBranches, components, roleTraits } from "../../../events/vocabulary.ts";
import { ActionButton, ActionForm } from "../../forms/action-form.tsx";
import { fieldOf, type FormState } from "../../forms/form-state.ts";
import { pagePaths, paths } from "../../paths.ts";
import { ButtonLink } from "../../ui/button-link.tsx";
import { TitledCard } from "../../ui/card.tsx";
import { TextField } from "../../ui/fields/field.tsx";
import { Select } from "../../ui/fields/select.tsx";
import { Notice } from "../../ui/notice.tsx";
import { LocalTime } from "../connections/local-time.tsx";
import { PageHead } from "../page-head.tsx";

export interface CommissioningPageProps {
  readonly view: CommissioningView;
  /** Where its forms post. */
  readonly action: string;
  /** Sent with the forms of a mailed link. */
  readonly formToken?: string | undefined;
  readonly isSignedIn: boolean;
  readonly sent?: FormState | undefined;
  /** Username of the link's owner. */
  readonly top?: ReactNode;
  /** The form that adds a second address, shown to the owner. */
  readonly addAddress?: ReactNode;
}

const longDay = new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone: "UTC" });
export const dayText = (day: string) => longDay.format(Date.parse(day));

/** A member's own commission: filled-in values with one button, and afterwards the next steps. */
export function CommissioningPage(props: CommissioningPageProps) {
  const { view, sent, top } = props;
  return (
    <div id="commissioning" className="shell-column page-stack gap-4">
      {top}
      <Head view={view} />
      {sent?.failure && (
        <Notice tone="danger" title={sent.failure.title}>{sent.failure.message}</Notice>
      )}
      {view.is === "asked" && <Asked {...props} view={view} />}
      {view.is === "confirmed" && <Confirmed {...props} view={view} />}
      {view.is === "nothing" && <Nothing {...view} />}
    </div>
  );
}

type Of<Is extends CommissioningView["is"]> = CommissioningPageProps & {
  readonly view: Extract<CommissioningView, { readonly is: Is }>;
};

function Head({ view }: Pick<CommissioningPageProps, "view">) {
  switch (view.is) {
    case "asked":
      return (
        <PageHead title="Confirm Your Commission">
          The commissioning date of your class is {dayText(view.date)}.
        </PageHead>
      );
    case "confirmed": {
      const { rank, armyBranch, component, classYear } = view.fields;
      return (
        <PageHead title="You're Commissioned">
          {rank}, {armyBranch}, {component}, class of{" "}
          {classYear}.{view.isAlumni && " You're listed as alumni."}
        </PageHead>
      );
    }
    case "early":
      return (
        <PageHead title="Your Commission">
          The commissioning date of your class is{" "}
          {dayText(view.date)}. You can confirm your commission from {dayText(view.from)},{" "}
          {spelled(askedDaysBefore, "day")} before.
        </PageHead>
      );
    case "nothing":
      return <PageHead title="Your Commission">There's nothing to confirm right now.</PageHead>;
  }
}

function Asked({ view: { filledIn, hasPutOff }, action, formToken, sent }: Of<"asked">) {
  const button = { action, hidden: { formToken }, variant: "outline" } as const;
  return (
    <>
      {hasPutOff && (
        <Notice title="You said that you aren't commissioning">
          <Text as="p">If that has changed, you can still confirm here.</Text>
        </Notice>
      )}
      <TitledCard className="start" title="Your Details" titleId="details-title">
        <ActionForm
          className="commissioning-form stack gap-4 full"
          {...{ action }}
          hidden={{ formToken }}
        >
          <div className="commissioning-fields">
            <Select
              {...fieldOf(sent, "rank", filledIn.rank)}
              label="Rank"
              options={roleTraits.alumni.ranks}
            />
            <Select
              {...fieldOf(sent, "armyBranch", filledIn.armyBranch)}
              label="Branch"
              options={armyBranches}
              placeholder="Select branch"
              required
            />
            <Select
              {...fieldOf(sent, "component", filledIn.component)}
              label="Where you'll serve"
              options={components}
              placeholder="Select one"
              required
            />
            <TextField
              {...fieldOf(sent, "classYear", filledIn.classYear)}
              label="Class year"
              inputMode="numeric"
              maxLength={4}
              required
              autoComplete="off"
            />
          </div>
          <Button type="submit" name="does" value="confirm" size="4" className="wide">
            Confirm my commission
          </Button>
        </ActionForm>
        <Text as="p" color="gray">
          Once you confirm, your profile has these details and you're listed as alumni. No one else
          sees them before that. You can undo it for {spelled(undoCommissionDays, "day")}.
        </Text>
      </TitledCard>
      <TitledCard className="start" title="Not Commissioning?" titleId="not-title">
        <Text as="p" color="gray">
          That's fine, and you don't need to say why. After “Not this year”, we'll ask again if your
          class year changes. After “I'm not commissioning”, we won't ask again. Staff see “Not this
          year” for both.
        </Text>
        <div className="row gap-3">
          <ActionButton {...button} does="not-this-year" label="Not this year" />
          <ActionButton {...button} does="not-at-all" label="I'm not commissioning" />
        </div>
      </TitledCard>
    </>
  );
}

const profileLinks = {
  see: { here: "See your profile", signedOut: "Sign in to see your profile" },
  create: { here: "Create your profile", signedOut: "Sign in to create your profile" },
} as const;

function Confirmed({ view, action, formToken, isSignedIn, addAddress }: Of<"confirmed">) {
  const { undoUntil, hasProfile, needsAddress } = view;
  return (
    <>
      {needsAddress && (
        <TitledCard className="start" title="Add an Address That Stays" titleId="address-title">
          {addAddress ?? (
            <>
              <Text as="p" color="gray">
                Your university's address may end soon. Then you couldn't sign in, and our emails
                wouldn't reach you.
              </Text>
              <ButtonLink href={paths.addresses()}>Sign in to add an address</ButtonLink>
            </>
          )}
        </TitledCard>
      )}
      <TitledCard className="start" title="Your Profile" titleId="profile-title">
        <Text as="p" color="gray">
          {hasProfile
            ? "Your profile has these details now. Choose the topics you can help with."
            : "You have no profile yet. What you confirmed is filled in."}
        </Text>
        <ButtonLink href={hasProfile ? paths.profile() : paths.editProfile()} variant="outline">
          {profileLinks[hasProfile ? "see" : "create"][isSignedIn ? "here" : "signedOut"]}
        </ButtonLink>
      </TitledCard>
      {undoUntil !== null && (
        <TitledCard className="start" title="Confirmed by Mistake?" titleId="undo-title">
          <Text as="p" color="gray">
            You can undo it until{" "}
            <LocalTime at={undoUntil} hasTime />. You'll be listed as a cadet again, with your
            earlier details.
          </Text>
          <ActionButton
            {...{ action }}
            hidden={{ formToken }}
            does="undo"
            label="Undo my confirmation"
            variant="outline"
            color="red"
          />
        </TitledCard>
      )}
    </>
  );
}

function Nothing({ isCadet, hasClass }: Extract<CommissioningView, { readonly is: "nothing" }>) {
  if (!isCadet) {
    return (
      <Text as="p">
        Only cadets confirm a commission here. If your role is wrong, change it under{" "}
        <a href={paths.selectRole()}>Select your role</a>, or write to the program's staff.
      </Text>
    );
  }
  return hasClass
    ? (
      <Text as="p">
        Staff haven't set a date for your class yet. We'll email you when it's near.
      </Text>
    )
    : (
      <div className="stack gap-3 start">
        <Text as="p">
          We don't know your class year, so we can't tell when your class commissions.
        </Text>
        <ButtonLink href={paths.editProfile()}>Add your class year</ButtonLink>
      </div>
    );
}

/** Shown on Home before everything else. */
export function CommissioningLead({ date }: { readonly date: string }) {
  return (
    <section className="shell-column commissioning-lead" aria-labelledby="commissioning-title">
      <TitledCard
        className="start"
        title="Confirm your commission"
        titleId="commissioning-title"
      >
        <Text as="p">
          The commissioning date of your class is{" "}
          {dayText(date)}. We filled in what your profile says, and one button confirms it.
        </Text>
        <ButtonLink href={pagePaths.commissioning()}>Check my details</ButtonLink>
      </TitledCard>
    </section>
  );
}
