const ofProgram = `(type IN ('ReportHandled', 'CadreConfirmed', 'CadreUnconfirmed',
    'SettingsChanged', 'TopicChanged', 'AnnouncementMade', 'AnnouncementEnded')
  OR actor_id <> member_id AND type IN ('MemberRegistered', 'MemberErased', 'MemberAdmitted',
    'MemberRefused', 'RoleSelected', 'AskingClosed', 'AskingOpened', 'InvitationRenewed')
  OR type = 'MemberAdmitted' AND facts = '{"by":"domain"}')`;

export const invitationHistory = [
  "DROP INDEX events_of_program",
  `CREATE INDEX events_of_program ON events (position) WHERE ${ofProgram}`,
];
