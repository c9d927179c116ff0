/** Milliseconds since whenever; only differences mean something. */
export type Clock = () => number;

/** What a person waits, other programs on the machine included. */
export const wallClock: Clock = () => performance.now();

/**
 * The time that this thread has had a processor: what is left of a figure on a busy machine. Linux
 * only, as it asks the C library.
 *
 * @see {@link https://man7.org/linux/man-pages/man3/clock_gettime.3.html} for the number of the clock
 */
export function createCpuClock(): Clock {
  const threadCpuTime = 3;
  const { symbols } = Deno.dlopen("libc.so.6", {
    clock_gettime: { parameters: ["i32", "buffer"], result: "i32" },
  });
  const time = new BigInt64Array(2);
  return () => {
    symbols.clock_gettime(threadCpuTime, time);
    const [seconds, nanoseconds] = time;
    return Number(seconds) * 1000 + Number(nanoseconds) / 1e6;
  };
}
