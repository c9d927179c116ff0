import { createRequire } from "node:module";
import { arch, platform } from "node:os";

/** `SCHED_IDLE` in Linux's `sched.h`. */
const idle = 5;
const name = "sched_setscheduler";
const callingThread = 0;
/** A `sched_param`. */
const onlyPriority = new Int32Array([0]);

/**
 * Has the thread that calls this, and every thread that it starts from then on, run while a processor
 * has nothing else to do. Nothing takes that back. Where others want every moment it still gets three
 * thousandths of them, so that what it does comes to an end.
 *
 * The lowest priority alone is not enough: since Linux 6.6 a thread of any priority keeps its core for
 * milliseconds after one that comes first has woken, and this one gives it up at once.
 *
 * Neither Deno nor Node has a call for it. It is in the C library, and a name is looked up in all that
 * a library was linked with: so one that may be loaded anyway is enough, without another permission.
 *
 * Threads of Deno's pool that loading modules has begun before are not reached so, and would hash as
 * readers are served: what comes back has one of them, whichever is next, do the same.
 *
 * @param library A path of one that was linked with the C library.
 * @returns Where the system refuses, `undefined`, and everything is as before.
 * @see {@link https://man7.org/linux/man-pages/man7/sched.7.html}
 */
export function runWhenIdle(library = argon2()): (() => Promise<unknown>) | undefined {
  if (platform() !== "linux" || library === undefined) return undefined;
  try {
    const { symbols } = Deno.dlopen(library, {
      here: { name, parameters: ["i32", "i32", "buffer"], result: "i32" },
      inPool: { name, parameters: ["i32", "i32", "buffer"], result: "i32", nonblocking: true },
    });
    const done = symbols.here(callingThread, idle, onlyPriority) === 0;
    return done ? () => symbols.inPool(callingThread, idle, onlyPriority) : undefined;
  } catch {
    return undefined;
  }
}

/** The native part that hashes passwords; musl's is left out, whose C library always refuses. */
function argon2(): string | undefined {
  try {
    return createRequire(import.meta.url).resolve(`@node-rs/argon2-linux-${arch()}-gnu`);
  } catch {
    return undefined;
  }
}
