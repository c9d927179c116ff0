import type { Mail, Message } from "../mail.ts";

/** Collects messages in this process, for tests. */
export function createMemoryMail(): Mail & { readonly sent: readonly Message[] } {
  const sent: Message[] = [];
  return {
    sent,
    async send(message, isWanted = async () => true) {
      if (await isWanted()) sent.push(message);
    },
    async check() {},
    async forget(memberId) {
      sent.splice(
        0,
        Infinity,
        ...sent.filter((message) =>
          ![message.memberId, ...message.aboutIds ?? []].includes(memberId)
        ),
      );
    },
  };
}
