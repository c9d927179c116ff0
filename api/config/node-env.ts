/** First import of `main.ts`: React's development build renders several times slower. */
import process from "node:process";

process.env.NODE_ENV ??= process.env.APP_ENV === "development" ? "development" : "production";
