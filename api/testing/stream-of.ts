/** The standard's own way, which TypeScript's types of browsers don't have. */
const streams = ReadableStream as typeof ReadableStream & {
  from<Chunk>(chunks: Iterable<Chunk> | AsyncIterable<Chunk>): ReadableStream<Chunk>;
};

/** A stream of these chunks, each read when it is asked for. */
export const streamOf = streams.from;
