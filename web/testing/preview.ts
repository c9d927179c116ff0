/**
 * Serves the built pages over the memory product, to look at them: `deno run -A
 * web/testing/preview.ts`, then http://localhost:8123/. Everyone's password is `correct horse`.
 *
 * @module
 */
import { readAssets } from "../assets.ts";
import { aMember, aProfile } from "./members.ts";
import { createTestSite } from "./site.ts";

const members = [
  aMember({ memberId: "member-cadet", username: "cadet" }),
  aMember({ memberId: "member-new", username: "new", email: "new@example.edu", role: null }),
  aMember({
    memberId: "member-alum",
    username: "alum",
    email: "alum@example.edu",
    firstName: "Dana",
    lastName: "Whitfield",
    role: "alumni",
    profile: aProfile(),
  }),
];
const { app } = createTestSite({ members, assets: await readAssets("dist") });
Deno.serve({ port: Number(Deno.env.get("PORT") ?? "8123"), hostname: "127.0.0.1" }, app.fetch);
