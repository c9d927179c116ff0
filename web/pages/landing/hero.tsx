import type { ReactNode } from "react";

export interface HeroProps {
  readonly programName: string;
  /** The heading's level: the landing page's own title, or one of Home's. */
  readonly as: "h1" | "h2";
  /** Whether the program's mark is beside the text, rather than a form. */
  readonly hasMark?: boolean;
  readonly actions: ReactNode;
  readonly children: ReactNode;
}

/** What the site is for, on the program's color. */
export function Hero({ programName, as: Title, hasMark, actions, children }: HeroProps) {
  return (
    <div className="hero">
      <div className={`shell-column hero-columns ${hasMark ? "hero-columns-mark" : ""}`}>
        <div className="hero-text stack gap-4 start">
          <Title>Connect with {programName} Army ROTC Alumni</Title>
          <p className="hero-subtitle">
            A privacy-first mentorship platform for {programName}{" "}
            Army ROTC cadets: find the alumni and cadre who have been where you are going.
          </p>
          {actions}
        </div>
        {children}
      </div>
    </div>
  );
}
