/**
 * What staff, operators and imports have recorded about others, whom they have invited, and what they have set: few
 * events of many. Who asks for them repeats the condition, word for word.
 */
export const ofProgram = `(type IN ('ReportHandled', 'CadreUnconfirmed', 'SettingsChanged',
    'TopicChanged', 'AnnouncementMade', 'AnnouncementEnded')
  OR actor_id <> member_id AND type IN ('MemberRegistered', 'MemberErased', 'MemberAdmitted',
    'MemberRefused', 'CadreConfirmed', 'AskingClosed', 'AskingOpened'))`;

export const programSettings = [
  "DROP INDEX events_of_program",
  `CREATE INDEX events_of_program ON events (position) WHERE ${ofProgram}`,
];
