/** Who was registered by somebody else: by an import, or by the program's staff. */
export const registeredByOthers = [
  `CREATE INDEX events_registered_by_others ON events (position)
    WHERE version = 1 AND actor_id <> member_id`,
];
