/**
 * Packages that are made for Node look at `NODE_ENV` as they load, and React's development build
 * renders several times slower. The first import of `main.ts`.
 *
 * @module
 */
import process from "node:process";

process.env.NODE_ENV ??= process.env.APP_ENV === "development" ? "development" : "production";
