import { Button, Card, Link, Text } from "@radix-ui/themes";
import { spelled } from "../../../../events/amounts.ts";
import type { ReactNode } from "react";
import { policyWords } from "../../../../api/contract/settings.ts";
import {
  firstInvitations,
  type Setup,
  type SetupStep,
  setupSteps,
} from "../../../../api/features/home/setup.ts";
import { ActionButton } from "../../../forms/action-form.tsx";
import { pagePaths, paths } from "../../../paths.ts";
import { CheckIcon } from "../../../ui/icons.tsx";

/** Values that the list's forms post. */
export type SetupChoice = "keep-color" | "keep-admission" | "hide" | "show";

export function setupTitle({ done }: Setup): string {
  return `Set up your directory: ${done.length} of ${setupSteps.length} done`;
}

export function SetupList({ setup }: { readonly setup: Setup }) {
  return (
    <>
      {setup.needsName && (
        <Text as="p">
          Everyone sees the default name, {setup.programName}, until you name your program.
        </Text>
      )}
      <Card asChild size="3" className="setup-list ruled">
        <ol role="list">
          {setupSteps.map((step) => (
            <li key={step} className="setup-step split gap-3">
              <Step step={step} setup={setup} isDone={setup.done.includes(step)} />
            </li>
          ))}
        </ol>
      </Card>
      {setup.canHide && !setup.isHidden && <Choice is="hide" label="Hide this list" />}
      {setup.isHidden && <Choice is="show" label="Show this list on Home" />}
    </>
  );
}

interface StepProps {
  readonly step: SetupStep;
  readonly setup: Setup;
  readonly isDone: boolean;
}

function Step({ step, setup, isDone }: StepProps) {
  const { title, href, about, action } = steps[step];
  return (
    <>
      <span className={isDone ? "setup-tick setup-tick-done" : "setup-tick"}>
        {isDone && <CheckIcon />}
        <span className="visually-hidden">{isDone ? "Done:" : "To do:"}</span>
      </span>
      <div>
        <Text as="p" className="setup-title">
          <Link href={href}>{title}</Link>
        </Text>
        <Text as="p" color="gray">{about(setup, isDone)}</Text>
      </div>
      {!isDone && action?.(setup)}
    </>
  );
}

interface StepWords {
  readonly title: string;
  readonly href: string;
  readonly about: (setup: Setup, isDone: boolean) => string;
  readonly action?: (setup: Setup) => ReactNode;
}

const settings = pagePaths.programSettings();

const steps: Readonly<Record<SetupStep, StepWords>> = {
  name: {
    title: "Name your program and university",
    href: pagePaths.programBrand(),
    about: ({ programName, universityName }) =>
      `Right now, every page and email says ${programName} and ${universityName}.`,
  },
  logo: {
    title: "Upload your logo",
    href: `${pagePaths.programBrand()}#logo`,
    about: (_, isDone) =>
      isDone ? "It's at the top of every page." : "It goes at the top of every page.",
  },
  color: {
    title: "Choose your color",
    href: pagePaths.programBrand(),
    about: (_, isDone) =>
      isDone
        ? "The landing page, buttons and links use this color."
        : "Buttons, links and the landing page take their color from it.",
    action: () => <Choice is="keep-color" label="Keep the default color" />,
  },
  support: {
    title: "Set your support address",
    href: `${settings}#support-address-title`,
    about: ({ supportEmail }) => `Questions go to ${supportEmail}.`,
  },
  admission: {
    title: "Decide who gets in",
    href: `${settings}#who-gets-in-title`,
    about: ({ admission }) => `Right now: ${policyWords[admission]}.`,
    action: () => <Choice is="keep-admission" label="Keep who gets in as it is" />,
  },
  mail: {
    title: "Make sure mail works",
    href: pagePaths.programMail(),
    about: ({ mail }) => mailWords[mail],
    action: ({ mail }) =>
      mail === "not-set-up" ? null : (
        <form method="post" action={pagePaths.programMail()}>
          <Button type="submit" size="2" variant="outline">Send a test email</Button>
        </form>
      ),
  },
  profile: {
    title: "Create your own profile",
    href: paths.editProfile(),
    about: (_, isDone) =>
      isDone ? "Members can see who runs the program." : "It shows members who runs the program.",
  },
  invitations: {
    title: `Invite your first ${spelled(firstInvitations, "person", "people")}`,
    href: pagePaths.importFile(),
    about: ({ invited }, isDone) =>
      isDone
        ? `You've invited ${invited} people.`
        : `You've invited ${invited} of ${firstInvitations}. Start with a spreadsheet.`,
  },
  secret: {
    title: "Print your secret",
    href: pagePaths.programSecret(),
    about: (_, isDone) =>
      isDone
        ? "Keep the sheet in a safe place, away from the computer."
        : "Your backups can't be opened without this.",
  },
  backup: {
    title: "Make sure backups are made",
    href: pagePaths.backups(),
    about: ({ hasBackup }, isDone) =>
      isDone
        ? "A backup is made every hour."
        : hasBackup
        ? "Backups are made, but on the same disk as the directory. If it fails, both are lost."
        : "There's no backup of the last two days. One is made every hour.",
  },
};

const mailWords: Readonly<Record<Setup["mail"], string>> = {
  "not-set-up": "Mail isn't set up, so invitations aren't going out yet.",
  failing: "Mail isn't going out right now.",
  untried: "Mail is set up. Send yourself a test to see that it works.",
  works: "Mail works.",
  stuck: "No email has been sent for an hour, though some are waiting.",
};

function Choice({ is, label }: { readonly is: SetupChoice; readonly label: string }) {
  return (
    <ActionButton
      action={pagePaths.setup()}
      does={is}
      label={label}
      variant="outline"
      size="2"
    />
  );
}
