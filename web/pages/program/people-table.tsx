import { Badge, Heading, Link, Table, Text } from "@radix-ui/themes";
import type { ReactNode } from "react";
import type { CadrePerson, DecidedPerson } from "../../../api/contract/program.ts";
import { roleTraits } from "../../../events/vocabulary.ts";
import { fullName } from "../../islands/profile/display.ts";
import { pagePaths } from "../../paths.ts";
import { TableRoot } from "../../ui/table.tsx";
import { LocalTime } from "../connections/local-time.tsx";
import { Address, Decision, RemoveStaffAccess } from "./decision.tsx";

/** Maximum number of cadre shown, those without staff access first. The others are under Everyone. */
const mostCadre = 50;
const mostUnfolded = 10;

export function CadreTable({ cadre }: { readonly cadre: readonly CadrePerson[] }) {
  const staff = cadre.filter(({ isConfirmed }) => isConfirmed).length;
  return (
    <PeopleTable
      id="cadre"
      title="Cadre"
      none="No one has the cadre role yet."
      count={cadre.length}
      state="Staff access"
      isFolded={cadre.length > mostUnfolded && staff === cadre.length}
      after={cadre.length > mostCadre && (
        <Text as="p">
          <Link href={pagePaths.everybody({ role: "cadre" })}>See all {cadre.length} cadre</Link>
        </Text>
      )}
    >
      {cadre.slice(0, mostCadre).map((person) => (
        <CadreRow key={person.id} person={person} isLast={staff === 1} />
      ))}
    </PeopleTable>
  );
}

function CadreRow({ person, isLast }: { readonly person: CadrePerson; readonly isLast: boolean }) {
  const { isConfirmed, isYou, since, email, emailVerified } = person;
  return (
    <Table.Row>
      <Name person={person}>
        {isYou && " (you)"}
        {email !== null && <Address email={email} emailVerified={emailVerified} />}
      </Name>
      <Table.Cell>
        {!isConfirmed ? <Badge color="amber">Not staff yet</Badge> : since === null ? "Staff" : (
          <>
            Since <LocalTime at={since} />
          </>
        )}
      </Table.Cell>
      <Table.Cell>
        {!isConfirmed
          ? <Decision does="confirm-cadre" label="Give staff access" of={person} />
          : isLast
          ? <span className="note">Only staff member</span>
          : <RemoveStaffAccess {...person} />}
      </Table.Cell>
    </Table.Row>
  );
}

export function DecidedTable({ decided }: { readonly decided: readonly DecidedPerson[] }) {
  return (
    <PeopleTable
      id="decided"
      title="Decisions"
      none="No decisions yet."
      count={decided.length}
      state="Decision"
      isFolded={decided.length > mostUnfolded}
    >
      {decided.map((person) => (
        <Table.Row key={person.id}>
          <Name person={person}>
            <span className="note">
              {person.role === null ? "No role yet" : roleTraits[person.role].label}
            </span>
          </Name>
          <Table.Cell>
            <Badge color={person.state === "refused" ? "red" : "green"}>
              {person.state === "refused" ? "Declined" : "Approved"}
            </Badge>{" "}
            <LocalTime at={person.at} />
            {person.words !== null && (
              <span className="program-address as-written">“{person.words}”</span>
            )}
          </Table.Cell>
          <Table.Cell>
            {person.state === "refused" &&
              <Decision does="accept" label="Approve" of={person} seen="refused" />}
          </Table.Cell>
        </Table.Row>
      ))}
    </PeopleTable>
  );
}

function Name(
  { person, children }: {
    readonly person: CadrePerson | DecidedPerson;
    readonly children: ReactNode;
  },
) {
  return (
    <Table.RowHeaderCell>
      <Link href={pagePaths.programPerson(person.id)} dir="auto">{fullName(person)}</Link>
      {children}
    </Table.RowHeaderCell>
  );
}

interface PeopleTableProps {
  readonly id: string;
  readonly title: string;
  readonly none: string;
  readonly count: number;
  readonly state: string;
  readonly isFolded: boolean;
  readonly after?: ReactNode;
  readonly children: ReactNode;
}

function PeopleTable(
  { id, title, none, count, state, isFolded, after, children }: PeopleTableProps,
) {
  return (
    <details className="program-people" open={!isFolded}>
      <summary>
        <Heading as="h2" size="6" id={`${id}-title`}>
          {title} <span className="note">({count})</span>
        </Heading>
      </summary>
      {count === 0
        ? <Text as="p" size="2" color="gray">{none}</Text>
        : (
          <TableRoot aria-labelledby={`${id}-title`}>
            <Table.Header>
              <Table.Row>
                <Table.ColumnHeaderCell>Name</Table.ColumnHeaderCell>
                <Table.ColumnHeaderCell>{state}</Table.ColumnHeaderCell>
                <Table.ColumnHeaderCell>
                  <span className="visually-hidden">Action</span>
                </Table.ColumnHeaderCell>
              </Table.Row>
            </Table.Header>
            <Table.Body>{children}</Table.Body>
          </TableRoot>
        )}
      {after}
    </details>
  );
}
