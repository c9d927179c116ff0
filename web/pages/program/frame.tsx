import type { ReactNode } from "react";
import { FormFailure } from "../../forms/form-failure.tsx";
import type { FormState } from "../../forms/form-state.ts";
import { pagePaths, paths } from "../../paths.ts";
import { TitledCard, type TitledCardProps } from "../../ui/card.tsx";
import { CurrentMailNotice } from "./mail/notice.tsx";

const pages = [
  [paths.program(), "People"],
  [pagePaths.everybody(), "Everyone"],
  [pagePaths.invitations(), "Invitations"],
  [pagePaths.programReports(), "Reports"],
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

/** Frame of the staff's pages: heading, navigation, and why a form was refused. */
export function ProgramFrame({ current, sent, isWide, children }: ProgramFrameProps) {
  return (
    <div className={isWide ? "shell-column page-stack program-wide" : "shell-column page-stack"}>
      <header className="directory-head">
        <h1>Program</h1>
        <p className="directory-subtitle">
          For the program's staff. Other members can't see these pages.
        </p>
      </header>
      <nav className="program-nav" aria-label="Program">
        {pages.map(([href, text]) => (
          <a key={href} href={href} aria-current={href === current ? "page" : undefined}>{text}</a>
        ))}
      </nav>
      {current !== pagePaths.programMail() && <CurrentMailNotice />}
      <FormFailure sent={sent} />
      {children}
    </div>
  );
}

export function ProgramCard({ className = "", ...props }: TitledCardProps) {
  return <TitledCard {...props} className={`program-card ${className}`} />;
}
