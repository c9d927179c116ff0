/**
 * What the program's history shows: what staff, operators and imports record about others and set, who got staff
 * access, and who was let in by the domain of their address. Few events of many. Whoever reads them repeats the
 * condition, word for word.
 */
export const ofProgram = `(type IN ('ReportHandled', 'CadreConfirmed', 'CadreUnconfirmed',
    'SettingsChanged', 'TopicChanged', 'AnnouncementMade', 'AnnouncementEnded')
  OR actor_id <> member_id AND type IN ('MemberRegistered', 'MemberErased', 'MemberAdmitted',
    'MemberRefused', 'RoleSelected', 'AskingClosed', 'AskingOpened', 'InvitationRenewed',
    'AccountDetailsChanged', 'PasswordLinkMade', 'DataExported',
    'MemberSuspended', 'MemberUnsuspended')
  OR type = 'MemberAdmitted' AND facts = '{"by":"domain"}')`;

export const operatorsHistory = [
  "DROP INDEX events_of_program",
  `CREATE INDEX events_of_program ON events (position) WHERE ${ofProgram}`,
];
