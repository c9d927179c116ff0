/** How often members missed a topic on a day; see `api/directory/uncovered.ts`. Without names. */
export const uncoveredTopics = [
  `CREATE TABLE uncovered_topics (
    day TEXT NOT NULL,
    topic TEXT NOT NULL,
    told INTEGER NOT NULL,
    PRIMARY KEY (day, topic)
  ) STRICT, WITHOUT ROWID`,
];
