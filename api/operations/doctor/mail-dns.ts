import { type Resolve, resolveByDns } from "../../mail/dns.ts";
import { parseTags } from "../../mail/arriving/proof/dkim-tags.ts";
import type { DoctorContext, Findings } from "./finding.ts";
import { setByStaff } from "./mail.ts";

/** DNS of the domains of sender and answers. @param resolve Replaced in tests. */
export async function checkMailDns(
  context: Pick<DoctorContext, "environment" | "opened">,
  say: Findings,
  resolve: Resolve = resolveByDns,
): Promise<void> {
  const { smtp, mailFrom, replies } = context.environment;
  const set = await setByStaff(context);
  const sender = domainOf(smtp ? mailFrom : set?.settings.fromAddress);
  const receiver = domainOf(replies?.address ?? set?.replies?.form.address);
  try {
    if (sender !== undefined) await checkSender(sender, resolve, say);
    if (receiver !== undefined) await checkReceiver(receiver, resolve, say);
  } catch {
    say.ok("no DNS server answered, so records of mail (SPF, DMARC, MX) weren't checked");
  }
}

const domainOf = (address: string | undefined) => address?.split("@").at(-1);

async function checkSender(domain: string, resolve: Resolve, say: Findings): Promise<void> {
  const [texts, mx, policy] = await Promise.all([
    resolve(domain, "TXT"),
    resolve(domain, "MX"),
    policyOf(domain, resolve),
  ]);
  if (texts.length === 0 && mx.length === 0 && policy === undefined) {
    return say.warn(
      `DNS knows nothing about mail of ${domain}, which we send from. Other mail servers may refuse it`,
      "check the sender's address, and add the records that your mail server or service asks for",
    );
  }
  checkSpf(domain, texts.filter((text) => /^v=spf1(?: |$)/i.test(text)), say);
  checkDmarc(domain, policy, say);
}

function checkSpf(domain: string, [spf, ...others]: readonly string[], say: Findings): void {
  if (spf === undefined) {
    say.warn(
      `${domain} has no SPF record, so other mail servers may treat our mail as spam`,
      `add a TXT record to ${domain}; your mail server or service says which`,
    );
  } else if (others.length > 0) {
    say.fail(
      `${domain} has ${others.length + 1} SPF records, so mail servers ignore all of them`,
      "join them into one",
    );
  } else if (/(?:^|\s)\+?all(?:\s|$)/i.test(spf)) {
    say.fail(
      `the SPF record of ${domain} lets any server send mail in its name`,
      "end it with -all or ~all",
    );
  } else say.ok(`${domain} has an SPF record`);
}

/** The nearest DMARC records: a domain without one has those of the domain above it. */
async function policyOf(domain: string, resolve: Resolve) {
  const labels = domain.split(".");
  const domains = labels.slice(1).map((_, index) => labels.slice(index).join("."));
  const policies = await Promise.all(domains.map(async (at) => {
    const records = await resolve(`_dmarc.${at}`, "TXT");
    return { at, records: records.filter((record) => /^v=DMARC1\b/.test(record)) };
  }));
  return policies.find(({ records }) => records.length > 0);
}

function checkDmarc(
  domain: string,
  policy: Awaited<ReturnType<typeof policyOf>>,
  say: Findings,
): void {
  if (policy === undefined) {
    return say.warn(
      `${domain} has no DMARC record. Gmail, Outlook and Yahoo refuse mail of some domains without one`,
      `add a TXT record to _dmarc.${domain}: "v=DMARC1; p=none" only watches, and is a start`,
    );
  }
  const { at, records: [record = "", ...others] } = policy;
  const tags = parseTags(record);
  const wanted = (at === domain ? undefined : tags?.get("sp")) ?? tags?.get("p");
  if (others.length > 0 || !/^(?:none|quarantine|reject)$/i.test(wanted ?? "")) {
    return say.warn(
      `the DMARC record of ${at} doesn't count: ${
        others.length > 0 ? "there are several" : "it has no p=none, p=quarantine or p=reject"
      }`,
      `have one TXT record at _dmarc.${at}, such as "v=DMARC1; p=none"`,
    );
  }
  say.ok(`${at} has a DMARC record: p=${wanted?.toLowerCase()} for mail from ${domain}`);
}

async function checkReceiver(domain: string, resolve: Resolve, say: Findings): Promise<void> {
  const servers = (await resolve(domain, "MX")).filter((name) => name !== "" && name !== ".");
  if (servers.length > 0) return say.ok(`${domain}, where answers go, has an MX record`);
  say.fail(
    `${domain}, where answers go, has no MX record, so mail to it doesn't arrive`,
    "check MAIL_REPLY_TO, and add the MX record that your mail server or service asks for",
  );
}
