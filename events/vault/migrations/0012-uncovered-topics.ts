/** How often it was told on a day that nobody covers a topic; see `api/directory/uncovered.ts`. It names nobody. */
export const uncoveredTopics = [
  `CREATE TABLE uncovered_topics (
    day TEXT NOT NULL,
    topic TEXT NOT NULL,
    told INTEGER NOT NULL,
    PRIMARY KEY (day, topic)
  ) STRICT, WITHOUT ROWID`,
];
