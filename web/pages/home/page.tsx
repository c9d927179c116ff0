import type { Connection } from "../../../api/contract/connections.ts";
import type { Announcement } from "../../../events/program/settings.ts";
import type { Program } from "../../../api/program/office.ts";
import { surgeText } from "../../../api/program/surge-words.ts";
import { pagePaths, paths, surgeId } from "../../paths.ts";
import { BrandMark } from "../../ui/brand-mark.tsx";
import { ButtonLink } from "../../ui/button.tsx";
import { ConnectionLine } from "../connections/page.tsx";
import { Features, HowItWorks } from "../landing/blurbs.tsx";
import { ByRole, type HomeOfRole } from "./by-role.tsx";

export interface HomePageProps {
  readonly programName: string;
  /** Address of the program's own logo. */
  readonly logo?: string | undefined;
  readonly hasProfile: boolean;
  /** Connections that wait for the viewer. */
  readonly waiting: readonly Connection[];
  /** How much waits for the program's staff; for them alone. */
  readonly forStaff?: Awaited<ReturnType<Program["counts"]>> | undefined;
  readonly byRole: HomeOfRole;
  /** What staff want everybody to know; `null` for nothing. */
  readonly announcement: Announcement | null;
}

/** So many are shown; the others are behind the link. */
const shownWaiting = 3;

export function HomePage(props: HomePageProps) {
  const { programName, logo, hasProfile, waiting, forStaff, byRole, announcement } = props;
  return (
    <>
      {announcement && (
        <section className="shell-column home-part" aria-labelledby="announcement-title">
          <h2 id="announcement-title">Announcement</h2>
          <p className="card home-announcement">{announcement.text}</p>
        </section>
      )}
      {forStaff && <ForStaff {...forStaff} />}
      {waiting.length > 0 && <Waiting connections={waiting} />}
      <ByRole home={byRole} />
      <div className="hero">
        <div className="hero-columns hero-columns-mark">
          <div className="hero-text">
            <h1>Connect with {programName} Army ROTC Alumni</h1>
            <p className="hero-subtitle">
              A privacy-first mentorship platform for {programName}{" "}
              Army ROTC cadets: find the alumni and cadre who have been where you are going.
            </p>
            <div className="hero-actions">
              <ButtonLink className="hero-action" size="large" href={paths.directory()}>
                Browse Directory
              </ButtonLink>
              <ButtonLink className="hero-action-second" size="large" href={paths.profile()}>
                {hasProfile ? "My Profile" : "Create Profile"}
              </ButtonLink>
            </div>
          </div>
          <BrandMark logo={logo} />
        </div>
      </div>
      <Features />
      <HowItWorks />
    </>
  );
}

function ForStaff({ people, reports, surge }: NonNullable<HomePageProps["forStaff"]>) {
  return (
    <section className="shell-column home-part" aria-labelledby="staff-title">
      <h2 id="staff-title">For the program's staff</h2>
      <ul className="card home-staff" role="list">
        {surge && (
          <li>
            <a href={`${paths.program()}#${surgeId}`}>{surgeText(surge)}</a>
          </li>
        )}
        <li>
          <a href={paths.program()}>
            {people === 0
              ? "No one is waiting for approval"
              : counted(people, "person waits", "people wait")}
          </a>
        </li>
        <li>
          <a href={pagePaths.programReports()}>
            {reports === 0 ? "No open reports" : counted(reports, "open report", "open reports")}
          </a>
        </li>
        <li>
          <a href={pagePaths.insights()}>Insights</a>
        </li>
      </ul>
    </section>
  );
}

function counted(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`;
}

function Waiting({ connections }: { readonly connections: readonly Connection[] }) {
  return (
    <section className="shell-column home-part" aria-labelledby="waiting-title">
      <h2 id="waiting-title">Waiting for you</h2>
      <ul className="home-list" role="list">
        {connections.slice(0, shownWaiting).map((connection) => (
          <li key={connection.id}>
            <ConnectionLine connection={connection} />
          </li>
        ))}
      </ul>
      <p>
        <a href={paths.connections()}>
          {connections.length > shownWaiting
            ? `See all ${connections.length} that wait for you`
            : "See all your connections"}
        </a>
      </p>
    </section>
  );
}
