import { listed } from "./listed.ts";

/** Words of questions that mean a help topic, but aren't in profiles. */
export const questions = listed(`
  Branch Selection: non combat, noncombat, no combat, non combat arms, desk job, support branch, combat arms vs support, which job, what job in the army, which MOS, what MOS, branch preference, branch preferences, branch choices, top branch, branching process,
    first choice branch, don't get my branch, not get my branch, get the branch I want, branch I want, get my branch, branch night, what is branching, rank my branch choices, branch interviews, combat arms or support, change my branch, which branch, what branch, pick a branch, picking a branch, choose a branch, branch list, best
    branch, rank branches, rank my branches, get my first choice, which branches
  BOLC Prep: ready for BOLC, before BOLC, prepare for BOLC, officer basic course, after commissioning, first course
  OML Strategy: land nav, land navigation, PT test, fail the PT test, get in shape, fitness score, OML model, top of the OML, top 10 percent, raise my GPA, low GPA, bad GPA, bad grades, my GPA, ACFT score, PT score, run time, two mile, two mile time, two mile run, five mile run,
    do well at camp, pass camp, summer camp, cadet evaluation, my OML, raise my OML, high OML, improve my OML, OML points, OML score, my ranking, national ranking, be ranked
  Resume Review: proofread my resume, resume writing, write a resume, writing a resume, resume tips, resume template, my resume, look over my resume, fix my resume, federal resume, read my resume
  Career Transition: left after, left the service, leave after, didn't stay in, did not stay in, not stay, getting a job, get a job, get hired, work from home, working from home, remote work, remote job,
    real job, real world, normal job, regular job, after service, after my service, after serving, done serving, when I get out, after I get out, when I'm done, after the service, after active duty, life after, out of uniform,
    leave the service, leaving the service, resign, quit the army, quitting the army, civilian side, civilian work, job hunting, job search, job hunt, find a job, finding a job, find work, corporate job, corporate jobs, corporate,
    four and out, not make it a career, veteran jobs, jobs for veterans, not stay in, transition out, 9 to 5, nine to five, work as a civilian, getting out, get out, got out, leaving the army, leave the army, leaving the military, leave the
    military, left the army, life after the army, after the army, after the military, life after the military, outside
    the army, civilian life, civilian job, civilian jobs, civilian world, corporate world, private sector, second
    career, career change, switch careers, change careers, next career, exit the army, separate from the army, leaving
    active duty, leave active duty, off active duty, finish my ADSO, after my ADSO, done with the army, stay in or get
    out, staying in or getting out, stay in the army, staying in the army
  PCS Tips: pick up and move, how often do you move, moving truck, movers, pack up, household goods, find a house, find housing, off post housing, on post housing, where to live, new station, first post, moving to a new post, moving to a new base, move to a new post, new duty station, next duty station, first duty station, moving overseas, ship my car, ship my stuff
  Interview Prep: interview questions, interview tips, prepare for an interview, prepare for interviews, talk in interviews, job interview, job interviews, mock interview, mock interviews, practice interview, interview
    practice, branch interview, branching interview, practice interviewing
  Networking: networking event, make contacts, find contacts, connections in, get introduced, introduce me, introduction to, LinkedIn, linkedin profile, reach out to, meet people, make connections, get connected, know people, build a network, informational interview
  Graduate School: more education, masters degree, masters program, law school or med school, MBA program, MBA programs, get a masters, get my masters, get an MBA, get my MBA, doctoral, doctorate, get a PhD, study more, keep studying,
    college after the army, use my GI bill, using my GI bill, grad school paid, pay for grad school, paid grad school, free grad school, army pay for grad school,
    go back to school, further education, advanced degree, more school, business school
  Security Clearance: clearance investigation, clearance process, clearance interview,jobs with a clearance, lose my clearance, foreign parents, foreign relatives, foreign spouse, dual citizen, dual citizenship, smoked weed, drug use, credit check, bad credit, get cleared, being cleared, background check, foreign family, foreign contacts, secret clearance, investigation for clearance
  Ranger School: tabbed out, ranger qualified, ranger prep, darby phase, mountain phase, swamp phase, go to ranger school, pass ranger, get my tab, get a tab, go to ranger, earn the tab, RAP week, tab check
  Airborne School: jump out of airplanes, jumping out of airplanes, jump out of an airplane, jump out of a perfectly good airplane, jump from a plane, jump from planes, jumps out of planes, jumps out of airplanes, jumped out of planes, skydive,
    afraid of heights, scared of heights, static line, five jump chump, jump out of planes, jumping out of planes, jump out of a plane, get my wings, earn my wings, parachuting
  Captains Career Course: before captain, after my first assignment, second course
  SFAS Prep: green beret selection, SF selection prep, ruck for selection, prepare for selection, pass selection, going SF, go SF, become special forces, become a green beret, try out for special forces, go special forces, get selected, special operations
  ROTC Scholarship: pay for school, paying for school, pay my tuition, pay tuition, tuition money, get a scholarship, full ride, room and board, campus based scholarship, three year scholarship, four year scholarship, 3 year scholarship, 4 year scholarship, national scholarship,
    get contracted, when do I contract, sign a contract, pay for college, paying for college, college paid, free college, tuition paid, scholarship money, afford college
  Active vs Reserve: go active, go active duty, going active, going active duty,  go guard, going guard, go reserve, go reserves, going reserve, going reserves, go national guard, go into the guard, join the guard, join the reserves, join the national guard,
    don't want active duty, do not want active duty, don't get active duty, not get active duty, didn't get active duty, without active duty, not go active, weekend warrior, part time soldier, part time officer, stay in my home state, stay in my state, stay close to home, close to home, stay home,
    keep my civilian job, citizen soldier, drill pay, drill weekends, guard life, reserve life, service obligation, how long do I owe, eight years, 8 year, 8 years, full time or part time, part time, part time army, which component
  Company Command: when do you get command, get a command, command a company, command queue, become a commander, take command, taking command, be a commander, commanding a company, preparing for command, first command
  Battalion Staff: staff time, on staff, working on staff, being on staff, staff job, staff jobs
  Pentagon Assignment: work at the pentagon, army staff, headquarters job, army headquarters
  Deployment Prep: downrange, down range, in theater, sandbox, afghanistan or iraq, go to war, sent overseas, sent to war, been deployed, combat deployment, combat experience, been to combat, seen combat, go overseas, deployed to, been to war, deploy right away, going overseas, getting deployed, get deployed, going to war, first deployment, before I deploy, combat zone
  Family Support: get married, married couple, married couples, being married, my family, family time, kids in school, schools for my kids, my kids, my kid, my son, my daughter, my children, my baby, pets, dog, newlywed, engaged, dating, date night,
    relationship, relationships, divorce, divorced, baby on the way, expecting, army wife, army wives, army brat, in laws, have kids, have a family, have a baby, day care, family leave, married in the army, marriage in the army, army marriage, getting married, married to another soldier, married to an officer, military spouse, husband, wife, wives, husbands, girlfriend,
    boyfriend, fiance, fiancee, pregnant, pregnancy, maternity, having a baby, having kids, raising kids, raising a
    family, start a family, starting a family, babies, baby, family in the army, kids in the army, kids and the army, with kids, with a family, work-life balance,
    long distance
  Financial Planning: how much money, make good money, salary, how much do lieutenants make, lieutenant make, second lieutenant make, lieutenants make, officer make, officers make, captain make, captains make, starting salary, starting pay, pay scale, pay chart, credit card, credit cards, car loan, roth IRA, roth TSP, thrift savings, build wealth, save for retirement, pension, taxes, budget, save money, saving money, first paycheck, army pay, officer pay, how much do you make, student
    loans, student debt, pay off debt, roth, roth or traditional, get out of debt, invest my money, retire
    early
  Active Duty: still in the army, still in uniform, still serving, still in service, still in the service, currently serving
  Army Reserve: still in the army, still in uniform, still serving, still in service, still in the service, currently serving
  National Guard: still in the army, still in uniform, still serving, still in service, still in the service, currently serving
  Cadre: in charge of the ROTC program, in charge of ROTC, in charge of the program, in charge of cadets, runs the program, runs the ROTC program, runs ROTC, run the program, ROTC teacher, ROTC teachers,
    MS class, military science class, ROTC class, my instructors, teaches ROTC
  Prior Enlisted: used to be enlisted, enlisted before, was a sergeant, went from enlisted, former NCO, was an NCO, NCO to officer, from NCO to officer, enlisted soldier, enlisted time, enlisted years, enlisted side, already in the army
  Married Army Couples Program: husband is army, wife is army, spouse is army, husband is in the army, wife is in the army, husband in the army, wife in the army, spouse is in the army, spouse in the army, both in the army, both of us in the army,
    both serve, both serving, both active duty, both officers, husband is active duty, wife is active duty, husband is also in, wife is also in, husband is a soldier, wife is a soldier, married to a soldier, marry another officer, marry another soldier, fellow officer,
    husband serves, wife serves, stationed together, stationed with my husband, stationed with my wife, stationed with my spouse, stationed with my fiance, stationed with my boyfriend, stationed with my girlfriend, same post as my husband, same post as my wife
  Single Parent: on my own, raise a kid alone, raising a kid alone, raising kids alone, raise a child alone, raising my daughter on my own, raising my son on my own, raising kids on my own
  Exceptional Family Member Program: special needs kid, special needs kids, special needs child, special needs son, special needs daughter, autistic son, autistic child, autistic kid, autistic daughter, disabled child, kid with autism, child with autism
  Software Engineer: computer science, computer science major, CS major, comp sci, coding major, software jobs
  Medical Corps: premed, pre med, biology major, bio major, med student, become a surgeon
  Army Nurse Corps: nursing major, nursing majors, nursing student, nursing students
  Judge Advocate General: prelaw, pre law, law student, become a judge
  Funded Legal Education Program: army pays for law school, pay for law school, pays for law school, paid for law school, law school paid, army lawyer school, law school for free, free law school
  Health Professions Scholarship Program: army pays for medical school, pay for med school, pays for med school, pay for medical school, pays for medical school, paid for medical school, med school paid, free med school
  Corps of Engineers: engineering major, civil engineering major
  Finance: finance major, accounting major, business major, business majors, economics major, econ major
  Law Enforcement: criminal justice, criminal justice major
  Entrepreneurship: start my own business, start a business, starting a business, start a company, starting a company, own business, own company, be my own boss, business owner, owns a business
`);

/** Words of questions that don't describe the person sought. */
export const stopPhrases: readonly string[] = phrases(`
  my eyes are bad, bad eyes, bad eyesight, bad vision, my vision is bad, poor eyesight, I wear glasses, glasses,
  not sure if, not sure, no idea, do not know,
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
  as a cadet, for a cadet, as a new lieutenant, moving to, move to, moved to, relocate to, relocated to, PCS to, PCSing to, orders to, headed to, heading to, relocating to, assigned to, live in, based in, based at,   being, making, taking, thinks, think, feel, feels, even, such, same, other, others, again, since, until, though, yet, already, anymore, every, everyone, everything,
  something, anything, nothing, enough, much, many, most, more, less, few, lately, today, tomorrow, soon, later, early, years ago, believe, wonder, wondering, curious, heard, hear, told, said, says, say,
  tell, understand, decide, deciding, decided, happen, happens, happened, used to, supposed, allowed, possible, likely, probably, definitely, honestly, basically, literally, especially, specifically, preferably,
  I major in, to major in, should I major in, majoring in, double major, poli sci major, history major, english major, psychology major, math major, what's the difference, whats the difference, the difference, difference, between, commissioned in, commissioned around, led, lead, leading, women, woman, female, females, men, girls, girl, boys, male,
  am I too old, too old, how old, years old, friend, friends, my dad, my mom, my parents, my brother, my sister, roommate, sophomore, freshman, junior year, senior year, my school, my major, college student, student, students,
  track team, cross country, football, baseball, basketball, soccer, swim, swimmer, wrestler, wrestling, lacrosse, athlete, varsity, player, team, my team, old, big, dream, normal, hometown, side hustle,
  kind of, sort of, type of, a lot of, lots of, rest of my life, bad at, hate, enjoy, fun, cool, scared, worried, stressed, nervous, lost, confused, bored, right now, these days, in the future, one day, some day, long term,
  what it takes, what happens if, what happens when, what happens at, what to expect, what to bring, where do I start, where to start, getting started, get started, first step, next step, next steps,
  should I pick, should I choose, pick, choose, difficult, tough, easy, stationed, stationed in, stationed at,
  army pay for me, army pay for, didn't get, don't get, can't get,
  but, during, ever, all day, day, days, actually, still, maybe, always, lot, thing, things, stuff, years, months, weeks
`);

/** Words that exclude the thing that follows. */
export const exclusions: readonly string[] = phrases(`
  other than, anything but, anywhere but, outside of, outside, everything but, rather than, instead of,
  don't want, do not want, doesn't want, didn't, don't like, not interested in, besides
`);

/** Words that fit nearly everyone here: with other words they find no one in particular. */
export const weakWords: ReadonlySet<string> = new Set(phrases(`
  officer, officers, army, us army, certification, certifications, certificate, certified, cert, military, soldier, soldiers, service member, service members, servicemember, servicemembers, service, rotc, troops, career, careers, life, new, good, great, best, recent, program, programs, school, schools, course, courses, training, slot, slots, packet, group, groups, club, clubs, community, resource, resources, option, options, opportunity, opportunities, path, paths, route, requirement, requirements,
  application, applications, process, timeline, guide, guidance, info, information, details, list, office, offices, company, companies, firm, firms, corps, corporation, employer, employers, workplace, department, profession, professional, professionals, specialist, specialists, type, world, branch, branches, unit, units, post, posts, base, bases, tips
`));

/** Words of questions that look like abbreviations: "in" is not Infantry, "or" not Oregon. */
export const wordsNotAbbreviations: ReadonlySet<string> = new Set(phrases(`
  an, as, cos, hi, id, in, it, me, ms, oh, ok, or, pls
`));

function phrases(text: string): string[] {
  return text.split(",").map((part) => part.trim()).filter((part) => part !== "");
}
