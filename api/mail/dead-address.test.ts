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
    ["5.1.1", "550 5.1.1 <sam@example.com>"],
    ["5.1.1", "550 5.1.1 <sam@example.com> (in reply to RCPT TO command)"],
    ["5.1.1", "550 5.1.1 RESOLVER.ADR.ExRecipNotFound; not found"],
    ["5.1.1", "550 5.1.1 The recipient's email address is possibly incorrect"],
    ["5.1.1", "550 5.1.1 Please check for typos, then remove this address from your list"],
    ["5.2.1", "550 5.2.1 Inactive"],
    ["5.1.10", "556 5.1.10 Domain does not accept mail (nullMX)"],
    ["5.1.0", "Domain example.com does not accept mail (nullMX)"],
    ["5.1.10", "556 5.1.10 Recipient address has null MX"],
    ["5.3.2", "521 5.3.2 mx.example.com does not accept any mail: server does not accept mail"],
    ["5.0.0", "550 Sam Doe no longer works here"],
    ["5.1.1", "550 5.1.1 Sam Doe has left the university"],
    ["5.0.0", "550 She has left Example Company for good, she has left the company"],
    ["5.0.0", "550 This employee is no longer with us"],
    ["5.1.6", "551 5.1.6 User has moved to another address"],
    ["5.0.0", "550 This student is no longer enrolled"],
    ["5.0.0", "Sorry, no mailbox here by that name. (#5.1.1)"],
    ["5.0.0", "Sorry, I couldn't find any host named example.com. (#5.1.2)"],
    ["5.0.0", "This address no longer accepts mail."],
    ["5.0.0", "Unrouteable address"],
    ["5.0.0", "550 Usuario no encontrado"],
    ["5.0.0", "550 Användaren okänd"],
    ["5.0.0", "550 Пользователь не найден"],
    ["5.0.0", "550 用户不存在"],
    ["5.1.1", "550 5.1.1 user lookup success but no user record found"],
    ["5.1.1", "550 5.1.1 Recipient not in directory"],
    ["5.1.2", "511 sorry, can't find a valid MX for rcpt domain (#5.1.2 - chkuser)"],
    ["5.0.0", "all relevant MX records point to non-existent hosts"],
    ["5.3.2", "521 example.com does not accept SMTP mail"],
    ["5.1.1", "550 5.1.1 [abc123-def]"],
    ["5.0.0", "550 Sam Doe has left Example University. Please write to hr@example.edu"],
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
    ["5.2.1", "521 5.2.1 example.com will not accept delivery of this message"],
    ["5.1.2", "550 5.1.2 we do not like you"],
    ["5.1.1", "550 5.1.1 We don't trust your server"],
    ["5.1.1", "550 5.1.1 Go away"],
    ["5.1.2", "550 5.1.2 Your mail is not welcome here"],
    ["5.1.1", "550 5.1.1 Recipient does not want mail from you"],
    ["5.1.1", "550 5.1.1 This user refuses to accept mail from your domain"],
    ["5.1.1", "550 5.1.1 Recipient address rejected: your domain is not welcome"],
    ["5.1.1", "550 5.1.1 Domain does not accept mail from you"],
    ["5.1.1", "550 5.1.1 Sender address has null MX"],
    ["5.7.27", "550 5.7.27 Sender address has null MX"],
    ["5.1.1", "550 5.1.1 I can't accept mail from you"],
    ["5.1.0", "550 Sender domain does not accept mail"],
    ["5.1.1", "550 5.1.1 You are not allowed to write to this user"],
    ["5.1.1", "550 5.1.1 This mailbox does not accept messages from outside"],
    ["5.0.0", "550 Verification failed: no such user, the sender"],
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
    ["5.1.1", "550 5.1.1 Message refused"],
    ["5.1.1", "550 5.1.1 Rejected"],
    ["5.1.1", "550 5.1.1 Delivery not permitted"],
    ["5.1.1", "554 Transaction failed"],
    ["5.1.1", "550 5.1.1 Your IP is on a bad list"],
    ["5.1.1", "550 5.1.1 Message contains an invalid header"],
    ["5.1.1", "550 5.1.1 Please use the form on our website"],
    ["5.1.1", "550 5.1.1 Verdächtige Nachricht abgelehnt"],
    ["5.2.1", "550 5.2.1 Denied"],
    ["5.1.2", "550 5.1.2 Access denied"],
    ["5.1.1", "550 5.1.1 mx.example.com: cannot process"],
    ["5.1.1", "192.0.2.1 does not like recipient. Remote host said: 550 5.1.1 Message refused"],
    ["5.0.0", "550 The address is possibly incorrect"],
  ])("it says nothing for certain: %s %s", (status, text) => {
    expect(meaningOf(status, text)).toBe(undefined);
  });

  it("is known in little time, whatever the text is", () => {
    const parts = ["x", "a.", "<", "[", "@", "user ", "has left a ", "does not ", "(in reply to "];
    const startedAt = performance.now();
    for (const part of parts) meaningOf("5.1.1", part.repeat(65_536 / part.length));
    expect(performance.now() - startedAt).toBeLessThan(2000);
  });
});
