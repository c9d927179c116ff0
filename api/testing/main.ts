/** Runs the service with a test's choices, which are JSON in its first argument. */
import { serve } from "../main.ts";

await serve(JSON.parse(Deno.args[0] ?? "{}"));
