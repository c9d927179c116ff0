/** The version in which events are written today. Apart from the shapes, since reports need no more. */
export const schemaVersion = 1;
