import type { Connection, MentoringSettings } from "../../../api/contract/connections.ts";
import { smallPictureAt } from "../../../api/contract/picture-path.ts";
import { fullName, initials } from "../../islands/profile/display.ts";
import { paths } from "../../paths.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { ConnectionLine } from "../connections/page.tsx";
import { monthText } from "../connections/words.ts";
import type { Helper } from "./helpers.ts";
import type { Completeness } from "./next-step.ts";

/** What a cadet comes for: finding somebody, and those whom they have asked. */
export interface CadetHome {
  readonly role: "cadet";
  /** What they have asked and is open, but for what waits for them. */
  readonly open: readonly Connection[];
  readonly helpers: readonly Helper[];
}

/** What an alumnus comes for: how they are found, and whether they can be asked. */
export interface AlumniHome {
  readonly role: "alumni";
  /** `null` without a profile. */
  readonly profile: (Completeness & { readonly isVisible: boolean }) | null;
  readonly requests: Pick<MentoringSettings, "takesRequests" | "pausedUntil">;
}

export interface CadreHome {
  readonly role: "cadre";
}

export type HomeOfRole = CadetHome | AlumniHome | CadreHome;

/** So many are shown; the others are behind the link. */
const shownOpen = 3;

/** What Home begins with, for who has the role. */
export function ByRole({ home }: { readonly home: HomeOfRole }) {
  switch (home.role) {
    case "cadet":
      return <ForCadets {...home} />;
    case "alumni":
      return <ForAlumni {...home} />;
    case "cadre":
      return <ForCadre />;
  }
}

function ForCadets({ open, helpers }: CadetHome) {
  return (
    <>
      <section className="shell-column home-part" aria-labelledby="find-title">
        <h2 id="find-title">Find somebody who can help</h2>
        <form className="home-search" role="search" action={paths.alumni()}>
          <TextField
            id="home-search"
            type="search"
            name="search"
            label="Name, branch, job, place or topic"
            autoComplete="off"
          />
          <Button type="submit">Search Alumni</Button>
        </form>
      </section>
      {open.length > 0 && (
        <section className="shell-column home-part" aria-labelledby="open-title">
          <h2 id="open-title">What you have asked</h2>
          <ul className="home-list" role="list">
            {open.slice(0, shownOpen).map((connection) => (
              <li key={connection.id}>
                <ConnectionLine connection={connection} />
              </li>
            ))}
          </ul>
          {open.length > shownOpen && (
            <p>
              <a href={paths.connections()}>See all {open.length}</a>
            </p>
          )}
        </section>
      )}
      {helpers.length > 0 && (
        <section className="shell-column home-part" aria-labelledby="helpers-title">
          <h2 id="helpers-title">They could help, too</h2>
          <ul className="home-helpers" role="list">
            {helpers.map(({ user, topic }) => (
              <li className="card home-helper" key={user.id}>
                <Avatar
                  initials={initials(user)}
                  image={smallPictureAt(user.profileImageUrl)}
                  id={user.id}
                />
                <div>
                  <h3>
                    <a className="home-link" href={paths.member(user.id)}>{fullName(user)}</a>
                  </h3>
                  <p className="home-quiet">Can help with {topic}, which you asked for</p>
                </div>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

function ForAlumni({ profile, requests }: AlumniHome) {
  return (
    <section className="shell-column home-part" aria-labelledby="found-title">
      <h2 id="found-title">How cadets find you</h2>
      <ul className="home-facts" role="list">
        <li className="card home-fact">
          <Found profile={profile} />
        </li>
        <li className="card home-fact">
          <p>{requestsText(requests)}</p>
          <p>
            <a href={`${paths.connections()}#settings`}>
              {requests.takesRequests ? "Pause or change it" : "Take requests"}
            </a>
          </p>
        </li>
      </ul>
    </section>
  );
}

function Found({ profile }: Pick<AlumniHome, "profile">) {
  if (profile === null) {
    return (
      <>
        <p>They cannot yet: you have no profile.</p>
        <p>
          <a href={paths.editProfile()}>Create your profile</a>
        </p>
      </>
    );
  }
  const { said, of, next, isVisible } = profile;
  return (
    <>
      <p>
        Your profile says {said} of {of} things that cadets look for.
        {!isVisible && " Nobody sees it: it is hidden."}
      </p>
      <p>
        {isVisible
          ? (
            <a href={next === null ? paths.previewProfile() : paths.editProfile()}>
              {next ?? "View it as a cadet"}
            </a>
          )
          : <a href={paths.profile()}>Show your profile</a>}
      </p>
    </>
  );
}

function requestsText({ takesRequests, pausedUntil }: AlumniHome["requests"]): string {
  if (!takesRequests) return "You take no requests for help.";
  if (pausedUntil === null) return "You take requests for help.";
  return pausedUntil === "resumed"
    ? "You are paused, since two requests were not answered."
    : `You are paused until ${monthText(pausedUntil)}.`;
}

function ForCadre() {
  return (
    <section className="shell-column home-part" aria-labelledby="program-title">
      <h2 id="program-title">Your program</h2>
      <div className="home-search">
        <ButtonLink variant="outline" href={paths.alumni()}>Alumni</ButtonLink>
        <ButtonLink variant="outline" href={paths.cadre()}>Cadre</ButtonLink>
        <ButtonLink variant="outline" href={paths.directory()}>Everybody</ButtonLink>
      </div>
    </section>
  );
}
