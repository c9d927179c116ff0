/** The service with the choices of a test, as JSON in its first argument. */
import { serve } from "../main.ts";

await serve(JSON.parse(Deno.args[0] ?? "{}"));
