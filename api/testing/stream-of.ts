/** Standard `ReadableStream.from`, which TypeScript's browser types lack. */
const streams = ReadableStream as typeof ReadableStream & {
  from<Chunk>(chunks: Iterable<Chunk> | AsyncIterable<Chunk>): ReadableStream<Chunk>;
};

/** A stream of these chunks, each read on demand. */
export const streamOf = streams.from;
