import { Button, type ButtonProps, Heading, Text } from "@radix-ui/themes";
import type { ReactNode } from "react";
import { FormFailure } from "../../forms/form-failure.tsx";
import type { FormState } from "../../forms/form-state.ts";
import { pagePaths, paths } from "../../paths.ts";
import { TitledCard, type TitledCardProps } from "../../ui/card.tsx";
import { ChevronDownIcon } from "../../ui/icons.tsx";
import { TabLinks } from "../../ui/tab-links.tsx";
import { CurrentNotices } from "./notices.tsx";
import { ActionForm, type ActionFormProps } from "../../forms/action-form.tsx";
import { PageHead } from "../page-head.tsx";

/** At most as many as fit in one line of 1280 pixels; in less room they are a menu. Other pages are linked from these. */
const pages = [
  [paths.program(), "People"],
  [pagePaths.everybody(), "Everyone"],
  [pagePaths.invitations(), "Invitations"],
  [pagePaths.programReports(), "Reports"],
  [pagePaths.programCommissioning(), "Commissioning"],
  [pagePaths.insights(), "Insights"],
  [pagePaths.programSettings(), "Settings"],
  [pagePaths.programMail(), "Mail"],
  [pagePaths.programHistory(), "History"],
] as const;

interface ProgramFrameProps {
  readonly current: string;
  readonly sent?: FormState | undefined;
  readonly isWide?: boolean;
  readonly children: ReactNode;
}

/** Frame of staff's pages: heading, navigation, and the reason if a form was refused. */
export function ProgramFrame({ current, sent, isWide, children }: ProgramFrameProps) {
  return (
    <div className={isWide ? "shell-column page-stack program-wide" : "shell-column page-stack"}>
      <PageHead title="Program">
        For the program's staff. Other members can't see these pages.
      </PageHead>
      <ProgramPages current={current} />
      <CurrentNotices current={current} />
      <FormFailure sent={sent} />
      {children}
    </div>
  );
}

/** Where there is no room for a line of tabs, a menu that names the current page. Styles show one of both. */
function ProgramPages({ current }: Pick<ProgramFrameProps, "current">) {
  const [, name] = pages.find(([href]) => href === current) ?? [];
  return (
    <>
      <div className="program-tabs">
        <TabLinks label="Program" links={pages} current={current} />
      </div>
      <details className="program-menu">
        <summary className="program-menu-button">
          {name === undefined ? "Program pages" : (
            <span>
              Program: <strong>{name}</strong>
            </span>
          )}
          <ChevronDownIcon />
        </summary>
        <nav aria-label="Program">
          <ul role="list">
            {pages.map(([href, text]) => (
              <li key={href}>
                <a href={href} aria-current={href === current ? "page" : undefined}>{text}</a>
              </li>
            ))}
          </ul>
        </nav>
      </details>
    </>
  );
}

export function ProgramCard({ className = "", ...props }: TitledCardProps) {
  return <TitledCard {...props} className={`program-card ${className}`} />;
}

interface FoldedFormProps
  extends Pick<ActionFormProps, "action" | "hidden">, Pick<ButtonProps, "color"> {
  readonly label: string;
  /** Text after the label for assistive technology, such as the person's name. */
  readonly about?: string;
  /** Whether the form's button is also named with `about`. */
  readonly isNamed?: boolean;
  readonly isOpen?: boolean;
  readonly does?: string;
  /** The button's text, if it differs from the label. */
  readonly submit?: string;
  readonly fields?: ReactNode;
  readonly children?: ReactNode;
}

/** A button that opens a form with one button, so that the action asks first. */
export function FoldedForm(props: FoldedFormProps) {
  const { label, about, isNamed, isOpen, action, hidden, does, submit = label } = props;
  return (
    <details className="program-fold" open={isOpen}>
      <Button asChild size="3" variant="outline" color="gray">
        <summary>
          {label}
          {about && <span className="visually-hidden">{about}</span>}
        </summary>
      </Button>
      <ActionForm className="stack" action={action} hidden={hidden}>
        {props.children && <Text as="p">{props.children}</Text>}
        {props.fields}
        <Button
          type="submit"
          name={does && "does"}
          value={does}
          aria-label={isNamed ? submit + about : undefined}
          size="3"
          color={props.color}
        >
          {submit}
        </Button>
      </ActionForm>
    </details>
  );
}

interface HowItLooksProps {
  readonly title: string;
  /** First line of the preview, such as an email's subject. */
  readonly heading?: string | undefined;
  readonly children: ReactNode;
}

/** Preview of a setting's result, beside the setting. */
export function HowItLooks({ title, heading, children }: HowItLooksProps) {
  return (
    <div className="how-it-looks stack gap-2 full">
      <Heading as="h3" size="3">{title}</Heading>
      <div className="how-it-looks-frame box stack gap-2 breakable">
        {heading && (
          <Text as="p">
            <strong>{heading}</strong>
          </Text>
        )}
        {children}
      </div>
    </div>
  );
}
