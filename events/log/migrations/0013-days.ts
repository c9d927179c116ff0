/**
 * Events of which the log knows the day alone have the time at which it begins. Against the others these are in order
 * by the day; the others are in the order of time among themselves, whatever stands between two of them.
 */
export const days = [
  "DROP TRIGGER time_never_runs_backwards",
  "CREATE INDEX events_timed ON events (position) WHERE at_ms % 86400000 <> 0",
  `CREATE TRIGGER time_never_runs_backwards BEFORE INSERT ON events
    WHEN NEW.at_ms < (
      SELECT iif(NEW.at_ms % 86400000 = 0, latest - latest % 86400000, latest) FROM (
        SELECT max(at_ms) AS latest FROM (
          SELECT * FROM (SELECT at_ms FROM events ORDER BY position DESC LIMIT 1)
          UNION ALL
          SELECT * FROM (SELECT at_ms FROM events INDEXED BY events_timed
            WHERE at_ms % 86400000 <> 0 ORDER BY position DESC LIMIT 1))))
    BEGIN SELECT RAISE(ABORT, 'time never runs backwards'); END`,
];
