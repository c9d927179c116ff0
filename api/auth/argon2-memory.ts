import process from "node:process";

/**
 * How long Argon2's allocator keeps free memory, in milliseconds (it waits ten times as long). By default it
 * returns 19 MiB after a tenth of a second, which every fourth password in a flood had to allocate again. The
 * allocator reads this once, when Argon2 is loaded.
 */
process.env.MIMALLOC_PURGE_DELAY ??= "1000";
