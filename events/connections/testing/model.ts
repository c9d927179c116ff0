/**
 * What goes on between a few people, as plainly as it can be said. It shares no code with the rules, the
 * events or the tables, so that these can be held to it.
 *
 * @module
 */
const day = 24 * 60 * 60 * 1000;

interface Talk {
  asker: string;
  mentor: string;
  state: string;
  askedAt: number;
  declinedAt: number;
  isAnswered: boolean;
  /** The mentor never learns of it. */
  isHidden: boolean;
  /** One of the two is gone. */
  isLeft: boolean;
  /** How long the mentor had the word, and since when they have it. */
  waited: number;
  since: number | null;
  lastAt: number;
  quietAt: number | null;
  isJudged: boolean;
  texts: number;
  /** What the asker wrote before the mentor said anything. */
  unanswered: number;
  hasSpoken: boolean;
  answeredAt: number;
  /** What an undo of the answer brings back, unless something happened since. */
  before: { readonly waited: number; readonly isMentorsTurn: boolean } | null;
  wasBlocked: boolean;
}

/** @param mentors Those who can be asked: three conversations each. */
export function createModel(mentors: readonly string[]) {
  const talks = new Map<string, Talk>();
  const blocks = new Set<string>();
  const gone = new Set<string>();
  const all = () => [...talks.values()];
  const knows = (who: string, talk: Talk) =>
    talk.asker === who || talk.mentor === who && !talk.isHidden;
  const between = (one: string, other: string) =>
    all().filter((talk) =>
      [talk.asker, talk.mentor].toSorted().join() === [one, other].toSorted().join()
    );
  const conversations = (who: string) =>
    all().filter((talk) => talk.mentor === who && talk.state === "accepted" && !talk.isLeft).length;

  function mayAsk(who: string, other: string, now: number): boolean {
    if (who === other || gone.has(who) || gone.has(other) || !mentors.includes(other)) return false;
    if (blocks.has(`${who} ${other}`)) return false;
    const isOpen = ({ state }: Talk) => state === "requested" || state === "accepted";
    const known = between(who, other).filter((talk) => isOpen(talk) || knows(who, talk));
    const mine = all().filter((talk) => talk.asker === who);
    return !known.some(isOpen) &&
      !known.some((talk) => talk.asker === who && now < talk.declinedAt + 30 * day) &&
      conversations(other) < 3 &&
      mine.filter(({ state, isLeft }) => state === "requested" && !isLeft).length < 5 &&
      mine.filter(({ askedAt }) => askedAt > now - 7 * day).length < 10;
  }

  function end(talk: Talk, state: string, now: number): true {
    Object.assign(talk, { state, lastAt: now, since: null, quietAt: null });
    return true;
  }

  function act(who: string, what: string, talk: Talk, now: number): boolean {
    const isMentor = talk.mentor === who;
    if (!isMentor && talk.asker !== who || !knows(who, talk) || talk.isLeft) return false;
    const isOpen = talk.state === "requested";
    switch (what) {
      case "accept":
      case "decline": {
        const answer = what === "accept" ? "accepted" : "declined";
        if (!isMentor) return false;
        // An acceptance comes with a note here, and a second note is not taken.
        if (talk.state === answer) return what === "decline";
        if (!isOpen || what === "accept" && conversations(who) >= 3) return false;
        const { since, waited } = talk;
        talk.isAnswered = true;
        talk.answeredAt = now;
        talk.before = {
          waited: since === null ? waited : waited + now - since,
          isMentorsTurn: since !== null,
        };
        if (what === "decline") talk.declinedAt = now;
        return end(talk, answer, now);
      }
      case "undo": {
        if (!isMentor || isOpen) return isMentor;
        const isAnswered = talk.state === "accepted" || talk.state === "declined";
        if (!isAnswered || talk.before === null || now >= talk.answeredAt + day) return false;
        const isOther = (other: Talk) =>
          other !== talk && knows(who, other) && ["requested", "accepted"].includes(other.state);
        const waiting = all().filter((other) =>
          other.asker === talk.asker && other.state === "requested" && !other.isLeft
        );
        if (talk.wasBlocked || between(talk.asker, who).some(isOther) || waiting.length >= 5) {
          return false;
        }
        const { waited, isMentorsTurn } = talk.before;
        Object.assign(talk, { state: "requested", isAnswered: false, declinedAt: -Infinity });
        Object.assign(talk, { waited, since: isMentorsTurn ? now : null, lastAt: now });
        Object.assign(talk, { quietAt: null, before: null });
        return true;
      }
      case "withdraw":
        if (isMentor || !isOpen && talk.state !== "withdrawn") return false;
        return isOpen ? end(talk, "withdrawn", now) : true;
      case "write":
        if (!isOpen && talk.state !== "accepted") return false;
        if (!isMentor) talk.before = null;
        if (isMentor) talk.hasSpoken = true;
        else if (isOpen && !talk.hasSpoken && ++talk.unanswered > 3) {
          talk.unanswered = 3;
          return false;
        }
        talk.texts += 1;
        Object.assign(talk, { lastAt: now, quietAt: null });
        if (isOpen && isMentor && talk.since !== null) {
          talk.waited += now - talk.since;
          talk.since = null;
        } else if (isOpen && !isMentor) talk.since ??= now;
        return true;
      case "end":
        if (talk.state === "ended") return true;
        return talk.state === "accepted" && end(talk, "ended", now);
      default:
        if (isMentor || talk.state !== "ended" || talk.isJudged) return false;
        talk.isJudged = true;
        talk.texts += 1;
        return true;
    }
  }

  return {
    /** @param id Of the new one. */
    ask(who: string, other: string, id: string, now: number): void {
      talks.set(id, {
        asker: who,
        mentor: other,
        ...{ state: "requested", askedAt: now, declinedAt: -Infinity, isAnswered: false },
        isHidden: blocks.has(`${other} ${who}`),
        ...{ isLeft: false, waited: 0, since: now, lastAt: now, quietAt: null },
        ...{ isJudged: false, texts: 1, unanswered: 0, hasSpoken: false },
        ...{ answeredAt: -Infinity, before: null, wasBlocked: false },
      });
    },
    mayAsk,
    /** Whether it is taken. */
    act(who: string, what: string, id: string, now: number): boolean {
      const talk = talks.get(id);
      return !gone.has(who) && talk !== undefined && act(who, what, talk, now);
    },
    /** What time does. */
    pass(what: string, id: string, now: number): void {
      const talk = talks.get(id);
      if (talk === undefined || talk.isLeft && what !== "forget") return;
      const { state, since, waited, lastAt, quietAt } = talk;
      if (what === "expire" && state === "requested") {
        const silent = since === null ? now - lastAt : waited + now - since;
        if (silent >= 14 * day) end(talk, "expired", now);
      } else if (what === "quiet" && state === "accepted") {
        if (quietAt === null && now >= lastAt + 90 * day) talk.quietAt = now;
      } else if (what === "endQuiet" && state === "accepted") {
        if (quietAt !== null && now >= quietAt + 7 * day) end(talk, "ended", now);
      } else if (
        what === "forget" && !["requested", "accepted"].includes(state) && talk.texts > 0
      ) {
        Object.assign(talk, { texts: 0, isJudged: true, before: null });
      }
    },
    block(who: string, other: string, now: number): boolean {
      if (who === other || gone.has(who) || gone.has(other)) return false;
      if (blocks.has(`${who} ${other}`)) return true;
      for (const talk of between(who, other)) {
        talk.wasBlocked = true;
        if (talk.state === "accepted" && !talk.isLeft) end(talk, "ended", now);
        if (talk.state === "requested" && talk.asker === who) end(talk, "withdrawn", now);
        if (talk.mentor === who && !talk.isAnswered) talk.isHidden = true;
      }
      blocks.add(`${who} ${other}`);
      return true;
    },
    unblock(who: string, other: string): boolean {
      if (!gone.has(who)) blocks.delete(`${who} ${other}`);
      return !gone.has(who);
    },
    erase(who: string): void {
      if (gone.has(who)) return;
      gone.add(who);
      for (const [id, talk] of talks) {
        if (talk.asker !== who && talk.mentor !== who) continue;
        // Of what was not answered nothing is left to show, nor of what both have left.
        if (talk.isLeft || talk.asker === who && !talk.isAnswered) talks.delete(id);
        else Object.assign(talk, { isLeft: true, texts: 0 });
      }
    },
    /** What someone finds of all of it. */
    seen: (who: string) =>
      [...talks].filter(([, talk]) =>
        !gone.has(who) && knows(who, talk) &&
        [talk.asker, talk.mentor].includes(who)
      )
        .map(([id, { state, isLeft, texts }]) => `${id} ${isLeft ? "left" : state} ${texts}`)
        .toSorted(),
    conversations,
    isGone: (who: string) => gone.has(who),
    /** The talks there are, oldest first. */
    ids: () => [...talks.keys()],
  };
}
