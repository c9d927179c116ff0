import { describe, expect, it } from "vitest";
import { noReply } from "./no-reply.ts";

describe("the address that takes no mail", () => {
  it.each([
    ["https://alumni.example.edu", "no-reply@alumni.example.edu"],
    ["http://localhost:8000", "no-reply@localhost"],
    ["http://127.0.0.1:8000", "no-reply@[127.0.0.1]"],
    ["http://[::1]:8000", "no-reply@[IPv6:::1]"],
  ])("is an address of the site's own host: %s", (appOrigin, address) => {
    expect(noReply({ appOrigin })).toEqual({ name: "No replies by email", address });
  });
});
