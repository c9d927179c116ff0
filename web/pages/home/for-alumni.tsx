import { Fragment } from "react";
import type { Helped } from "../../../api/home/helped.ts";
import { pagePaths } from "../../paths.ts";
import type { NextStep } from "./next-step.ts";
import { Part } from "./part.tsx";

export interface AlumniProps {
  readonly helped: Helped;
  /**
   * How many cadets asked for help with topics that they offer; `null` for fewer than five. Left out where they offer
   * nothing.
   */
  readonly askers?: number | null | undefined;
  readonly next: NextStep;
}

/** Home of alumni: how many people they helped, how many ask for help now, and the next step. */
export function Mentoring({ helped, askers, next }: AlumniProps) {
  return (
    <Part id="mentoring" title="How you help">
      <ul className="home-facts columns gap-3" role="list">
        <li className="card home-fact links stack gap-2">
          {helped.people === 0
            ? <p>You haven't helped a cadet yet. A conversation counts when it ends.</p>
            : <p className="home-figure">{helpedText(helped.people)}</p>}
          <Thanks thanks={helped.thanks} />
        </li>
        {askers !== undefined && (
          <li className="card home-fact links stack gap-2">
            <p>{askersText(askers)}</p>
          </li>
        )}
        <li className="card home-fact links stack gap-2">
          <p>{next.text}</p>
          <p>
            <a href={next.href}>{next.label}</a>
          </p>
        </li>
      </ul>
    </Part>
  );
}

function helpedText(people: number): string {
  return people === 1 ? "You've helped 1 person." : `You've helped ${people} people.`;
}

function Thanks({ thanks }: Pick<Helped, "thanks">) {
  if (thanks.length === 0) return null;
  return (
    <p>
      Thanks from {thanks.map(({ connectionId, firstName }, at) => (
        <Fragment key={connectionId}>
          {at > 0 && " and "}
          <a href={pagePaths.connection(connectionId)}>{firstName}</a>
        </Fragment>
      ))}
    </p>
  );
}

function askersText(askers: number | null): string {
  const asked = "asked for help with your topics in the last 30 days.";
  return askers === null ? `Fewer than 5 cadets ${asked}` : `At least ${askers} cadets ${asked}`;
}
