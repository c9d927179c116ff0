/**
 * NODE_ENV, set before packages read it as they load: React's development build renders several times
 * slower. The first import of `main.ts`.
 *
 * @module
 */
import process from "node:process";

process.env.NODE_ENV ??= process.env.APP_ENV === "development" ? "development" : "production";
