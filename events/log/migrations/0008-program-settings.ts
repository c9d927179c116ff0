/** What staff, operators and imports have recorded about others, and what they have set; 0010 takes its place. */
const ofProgram = `(type IN ('ReportHandled', 'CadreUnconfirmed', 'SettingsChanged',
    'TopicChanged', 'AnnouncementMade', 'AnnouncementEnded')
  OR actor_id <> member_id AND type IN ('MemberRegistered', 'MemberErased', 'MemberAdmitted',
    'MemberRefused', 'CadreConfirmed', 'AskingClosed', 'AskingOpened'))`;

export const programSettings = [
  "DROP INDEX events_of_program",
  `CREATE INDEX events_of_program ON events (position) WHERE ${ofProgram}`,
];
