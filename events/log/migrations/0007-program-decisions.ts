/** Index of what staff, operators and imports recorded about others; replaced by 0008. */
const ofProgram = `(type IN ('ReportHandled', 'CadreUnconfirmed')
  OR actor_id <> member_id AND type IN ('MemberRegistered', 'MemberErased', 'MemberAdmitted',
    'MemberRefused', 'CadreConfirmed', 'AskingClosed', 'AskingOpened'))`;

export const programDecisions = [
  `CREATE INDEX events_of_program ON events (position) WHERE ${ofProgram}`,
];
