import process from "node:process";

/**
 * Milliseconds (times ten) before Argon2's allocator returns free memory. By default it returns 19
 * MiB after a tenth of a second, which every fourth password in a flood then allocated again. Read
 * once, when Argon2 is loaded.
 */
process.env.MIMALLOC_PURGE_DELAY ??= "1000";
