/**
 * What staff, operators and imports have recorded about others, and whom they have invited: few events of many. Who
 * asks for them repeats the condition, word for word.
 */
export const ofProgram = `(type IN ('ReportHandled', 'CadreUnconfirmed')
  OR actor_id <> member_id AND type IN ('MemberRegistered', 'MemberErased', 'MemberAdmitted',
    'MemberRefused', 'CadreConfirmed', 'AskingClosed', 'AskingOpened'))`;

export const programDecisions = [
  `CREATE INDEX events_of_program ON events (position) WHERE ${ofProgram}`,
];
