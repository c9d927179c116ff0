import { listed } from "./listed.ts";

/** What questions say in place of a help topic, and profiles do not. */
export const wishes = listed(`
  Branch Selection: which branch, what branch, pick a branch, picking a branch, choose a branch, branch list, best
    branch, rank branches, rank my branches, get my first choice, which branches
  BOLC Prep: ready for BOLC, before BOLC, prepare for BOLC, officer basic course, after commissioning, first course
  OML Strategy: my OML, raise my OML, high OML, improve my OML, OML points, OML score, my ranking, national ranking, be ranked
  Resume Review: my resume, look over my resume, fix my resume, federal resume, read my resume
  Career Transition: getting out, get out, got out, leaving the army, leave the army, leaving the military, leave the
    military, left the army, life after the army, after the army, after the military, life after the military, outside
    the army, civilian life, civilian job, civilian jobs, civilian world, corporate world, private sector, second
    career, career change, switch careers, change careers, next career, exit the army, separate from the army, leaving
    active duty, leave active duty, off active duty, finish my ADSO, after my ADSO, done with the army, stay in or get
    out, staying in or getting out, stay in the army, staying in the army
  PCS Tips: moving to a new post, moving to a new base, move to a new post, new duty station, next duty station, first duty station, moving overseas, ship my car, ship my stuff
  Interview Prep: job interview, job interviews, mock interview, mock interviews, practice interview, interview
    practice, branch interview, branching interview, practice interviewing
  Networking: meet people, make connections, get connected, know people, build a network, informational interview
  Graduate School: grad school paid, pay for grad school, paid grad school, free grad school, army pay for grad school,
    go back to school, further education, advanced degree, more school, business school
  Security Clearance: get cleared, being cleared, background check, foreign family, foreign contacts, secret clearance, investigation for clearance
  Ranger School: get my tab, get a tab, go to ranger, earn the tab, RAP week, tab check
  Airborne School: jump out of planes, jumping out of planes, jump out of a plane, get my wings, earn my wings, parachuting
  Captains Career Course: before captain, after my first assignment, second course
  SFAS Prep: going SF, go SF, become special forces, become a green beret, try out for special forces, go special forces, get selected, special operations
  ROTC Scholarship: pay for college, paying for college, college paid, free college, tuition paid, scholarship money, afford college
  Active vs Reserve: active or reserve, reserve or active, guard or active, active or guard, guard or reserve, reserve
    or guard, full time or part time, part time army, which component, active duty or guard, active duty or reserve,
    guard or active duty, reserve or active duty, active duty or reserves, active duty vs guard, active duty vs reserve,
    active vs guard, guard vs active, active vs reserves, reserve vs active, guard vs reserve, reserve vs guard
  Company Command: take command, taking command, be a commander, commanding a company, preparing for command, first command
  Battalion Staff: staff time, on staff, working on staff, being on staff, staff job, staff jobs
  Pentagon Assignment: work at the pentagon, army staff, headquarters job, army headquarters
  Deployment Prep: going overseas, getting deployed, get deployed, going to war, first deployment, before I deploy, combat zone
  Family Support: married in the army, marriage in the army, army marriage, getting married, married to another soldier, married to an officer, military spouse, husband, wife, wives, husbands, girlfriend,
    boyfriend, fiance, fiancee, pregnant, pregnancy, maternity, having a baby, having kids, raising kids, raising a
    family, start a family, starting a family, babies, baby, family in the army, kids in the army, kids and the army, with kids, with a family, work-life balance,
    long distance
  Financial Planning: save money, saving money, first paycheck, army pay, officer pay, how much do you make, student
    loans, student debt, pay off debt, get out of debt, invest my money, retire
    early
`);

/** What questions say beside whom they seek, and of the person who asks. */
export const sayNothing: readonly string[] = phrases(`
  my eyes are bad, bad eyes, bad eyesight, bad vision, my vision is bad, poor eyesight, I wear glasses, glasses,
  not sure if, not sure, no idea, don't know, dont know, do not know,
  is it hard to, how hard is it to, how hard is it, how difficult is, is it worth it, worth it, is it possible to, is it possible, is it true,
  what is it like to be, what is it like to, what is it like being, what is it like in, what is it like, what's it like, whats it like, what is a day like, day in the life of, day in the life, daily life of, typical day,
  any tips for, any tips on, any tips, best advice, tips for, tips on, pros and cons of, pros and cons, ins and outs,
  how does one, how long does it take to, how long does it take, how long is, how long, how much,
  what does it take to, what does it take, what are my chances of, what are my chances, what are the odds, chances of getting, my chances, odds of,
  I'd like to, I wanna be, I wanna, wanna, I am trying to, I'm trying to, trying to, I hope to, hoping to, I am thinking about, thinking about, thinking of, considering,
  can I still, am I able to,
  has anyone done,
  tell me about, explain, teach me, learn about, learn more about, know more about, more about, questions about, question about, information on, info on, help me understand,
  I am afraid of, I'm afraid, I am scared, scared of, worried about, nervous about, struggling with, stuck on, confused about,
  as a cadet, for a cadet, as a new lieutenant, right now, these days, in the future, one day, some day, long term,
  what it takes, what happens if, what happens when, what happens at, what to expect, what to bring, where do I start, where to start, getting started, get started, first step, next step, next steps,
  should I pick, should I choose, pick, choose, difficult, tough, easy, stationed, stationed in, stationed at,
  but, during, ever, actually, still, maybe, always, lot, thing, things, stuff, years, months, weeks
`);

/** What refuses the thing that comes behind it. */
export const refusing: readonly string[] = phrases(`
  other than, anything but, anywhere but, everything but, rather than, instead of,
  don't want, dont want, do not want, doesn't want, didn't, don't like, dont like, not interested in, besides
`);

/** What nearly everybody here is: beside other words, these find nobody in particular. */
export const weakWords: ReadonlySet<string> = new Set(phrases(`
  officer, officers, army, us army, military, soldier, soldiers, service member, service members, servicemember, servicemembers, service, ROTC, troops, career, careers, life, new, good, great, best, recent, program, programs, school, schools, course, courses, training, slot, slots, packet, branch, branches, unit, units, post, posts, base, bases, tips
`));

/** Words of questions that would be abbreviations otherwise: "in" is not Infantry, "or" not Oregon, "Ms." not Mississippi. */
export const wordsNotAbbreviations: ReadonlySet<string> = new Set(phrases(`
  an, as, cos, hi, in, it, me, ms, oh, ok, or, pls
`));

function phrases(text: string): string[] {
  return text.split(",").map((part) => part.trim()).filter((part) => part !== "");
}
