import process from "node:process";

/**
 * Milliseconds (times ten) before Argon2's allocator returns free memory. Its default made every
 * fourth password in a flood allocate 19 MiB again. Read once, when Argon2 is loaded.
 */
process.env.MIMALLOC_PURGE_DELAY ??= "1000";
