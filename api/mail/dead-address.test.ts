import { describe, expect, it } from "vitest";
import { meaningOf } from "./dead-address.ts";

describe("what a refusal says about an address", () => {
  it.each([
    ["5.1.1", ""],
    ["5.1.1", "550 5.1.1 <sam@example.com>: Recipient address rejected: User unknown"],
    ["5.1.1", "550 5.1.1 User unknown (in reply to RCPT TO command)"],
    ["5.1.10", "550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient not found by SMTP lookup"],
    ["5.4.1", "550 5.4.1 Recipient address rejected: Access denied. AS(201806281)"],
    ["5.4.1", "550 5.4.1 [sam@example.com]: Recipient address rejected: Access denied"],
    ["5.4.310", "550 5.4.310 DNS domain example.invalid does not exist"],
    ["5.1.351", "550 5.1.351 Remote server returned unknown recipient or mailbox unavailable"],
    ["5.1.350", ""],
    ["5.5.0", "550 5.5.0 Requested action not taken: mailbox unavailable (S2017062302)"],
    ["5.5.0", "550 Requested action not taken: mailbox unavailable"],
    ["5.0.0", "550 user unknown"],
    ["5.0.0", "550 5.0.0 <sam@example.com>... User unknown"],
    ["5.0.0", "550 No such user here"],
    ["5.0.0", "550 5.1.1 The email account that you tried to reach does not exist"],
    ["5.3.0", "553 5.3.0 <sam@example.com>... Addressee unknown, relay=[192.0.2.1]"],
    ["5.2.1", "550 5.2.1 The email account that you tried to reach is inactive"],
    ["5.1.0", "550 5.1.0 Unknown user"],
    ["5.5.0", "554 delivery error: This user doesn't have a example.com account [0]"],
    ["5.4.4", "Host or domain name not found. Name service error: Host not found"],
    ["5.0.0", "550 Mailbox disabled for this recipient"],
    ["5.0.0", "550 Mailbox no longer exists"],
    ["5.0.0", "550 Benutzer unbekannt"],
    ["5.1.1", "host spam-filter.example.com[192.5.7.1] said: 550 5.1.1 <spam@example.com> unknown"],
    [undefined, "550 5.1.1 No such mailbox"],
  ])("no one gets mail there: %s %s", (status, text) => {
    expect(meaningOf(status, text)).toBe("dead");
  });

  it.each([
    ["5.7.1", ""],
    ["5.7.133", "550 5.7.133 RESOLVER.RST.SenderNotAuthenticatedForGroup"],
    ["5.1.1", "550 5.7.1 User unknown"],
    ["5.7.1", "550 5.1.1 User unknown"],
    ["5.1.8", "550 5.1.8 Bad address"],
    ["5.1.1", "550 5.1.1 Your server is blacklisted"],
    ["5.1.1", "550 Blocked by Spamhaus: see https://example.com"],
    ["5.1.1", "550 Client host [192.0.2.1] blocked using zen.example.org"],
    ["5.1.1", "554 rejected due to content"],
    ["5.1.1", "554 Message content rejected"],
    ["5.4.1", "550 5.4.1 Relay Access Denied"],
    ["5.5.0", "550 Mailbox unavailable: reject due to policy restrictions"],
    ["5.0.0", "550 Message looks like SPAM, user unknown"],
    ["5.2.1", "521 < 192.0.2.1 >_is_blocked. DNSBL:RBL"],
    ["5.1.1", "550 Sender verify failed for recipient unknown"],
    ["5.1.1", "550 SPF check failed"],
    ["5.1.1", "550 poor reputation of 192.0.2.1"],
    ["5.1.1", "550 Unsolicited bulk mail"],
    ["5.1.1", "550 Your IP is listed at bl.example.org"],
    ["5.1.1", "550 Administrative prohibition"],
    ["5.1.1", "550 Email blocked"],
    ["5.1.1", "554 Message rejected because of its content"],
    ["5.1.1", "550 Rejected by the recipient's mail filter"],
    ["5.1.1", "550 We do not accept mail from dynamic IPs"],
    ["5.1.351", "550 Remote server returned unknown recipient -> 550 High probability of spam"],
    [undefined, "550 rejected as spam"],
  ])("it is about the sender: %s %s", (status, text) => {
    expect(meaningOf(status, text)).toBe("sender");
  });

  it.each([
    ["5.2.2", ""],
    ["5.2.2", "552 5.2.2 Mailbox full"],
    ["5.1.1", "552 Recipient is over quota"],
    ["5.2.1", "550 5.2.1 The user is receiving mail at a rate that prevents more messages"],
    ["5.4.1", "no answer from host"],
    ["5.4.4", "Host or domain name not found: Host not found, try again"],
    ["5.1.1", "450 4.1.1 User unknown"],
    ["4.1.1", "User unknown"],
    ["5.1.1", "450 User unknown"],
    ["5.3.4", "552 Message size exceeds fixed limit"],
    ["5.0.0", "connection timed out"],
    ["5.1.1", "550 Greylisted, please try later"],
  ])("it passes: %s %s", (status, text) => {
    expect(meaningOf(status, text)).toBe("passing");
  });

  it.each([
    ["5.0.0", "550 Rejected"],
    ["5.5.0", ""],
    ["5.1.0", "550 Address rejected"],
    [undefined, ""],
  ])("it says nothing for certain: %s %s", (status, text) => {
    expect(meaningOf(status, text)).toBe(undefined);
  });
});
