import type { ContactSurge } from "../../../api/contract/program.ts";
import { surgeText } from "../../../api/program/surge-words.ts";
import { roleTraits } from "../../../events/vocabulary.ts";
import { fullName } from "../../islands/profile/display.ts";
import { pagePaths, surgeId } from "../../paths.ts";
import { FoldedForm } from "./fold.tsx";
import { ProgramCard } from "./frame.tsx";
import { LocalTime } from "../connections/local-time.tsx";

/** Accounts that looked at very many people's contacts, and a button that refuses them all. */
export function SurgeCard({ surge }: { readonly surge: ContactSurge }) {
  const { people, accounts, byDeleted, from, to } = surge;
  const count = accounts.length === 1 ? "1 account" : `${accounts.length} accounts`;
  return (
    <ProgramCard
      className="start"
      id={surgeId}
      title={<>{surgeText({ people, accounts: accounts.length, byDeleted })}</>}
      titleId="surge-title"
    >
      <p>
        This happened on{" "}
        <LocalTime at={surge.at} />. Someone may be collecting addresses. The program didn't invite
        or approve these accounts, and no mentor that the program knows has accepted their requests.
      </p>
      <ul>
        {accounts.map((account) => (
          <li key={account.id}>
            <a href={pagePaths.programPerson(account.id)}>{fullName(account)}</a>,{" "}
            {account.role === null ? "no role yet" : roleTraits[account.role].label}, registered on
            {" "}
            <LocalTime at={account.registeredAt} />: looked at{" "}
            {account.people === 1 ? "1 person's contacts" : `${account.people} people's contacts`}
          </li>
        ))}
      </ul>
      {accounts.length === 0 && (
        <p>
          To keep strangers out, choose who gets in under{" "}
          <a href={pagePaths.programSettings()}>Settings</a>.
        </p>
      )}
      {accounts.length > 0 && (
        <FoldedForm
          label={`Refuse ${count}`}
          action={pagePaths.programSurge()}
          hidden={{ from, to }}
          variant="danger"
        >
          Refuse{" "}
          {count}? They can't see anyone, and no one can see them, until you approve them again.
          We'll email them.
        </FoldedForm>
      )}
    </ProgramCard>
  );
}
