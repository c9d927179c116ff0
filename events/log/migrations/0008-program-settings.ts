/**
 * Index of what staff, operators and imports recorded about others, and of settings; replaced by 0010.
 */
const ofProgram = `(type IN ('ReportHandled', 'CadreUnconfirmed', 'SettingsChanged',
    'TopicChanged', 'AnnouncementMade', 'AnnouncementEnded')
  OR actor_id <> member_id AND type IN ('MemberRegistered', 'MemberErased', 'MemberAdmitted',
    'MemberRefused', 'CadreConfirmed', 'AskingClosed', 'AskingOpened'))`;

export const programSettings = [
  "DROP INDEX events_of_program",
  `CREATE INDEX events_of_program ON events (position) WHERE ${ofProgram}`,
];
