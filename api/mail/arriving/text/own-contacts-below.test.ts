import { describe, expect, it } from "vitest";
import { cutHtml, cutText } from "../testing/cut-body.ts";

const answer = "Thank you for your note. I would be glad to talk about flight school on Thursday.";

/** Digits and names that are the author's own: none of them may get out. */
const own = /555\D{0,3}01\d\d|jordan\.?r?\s?(?:@|＠|\(?at\)?)|jordan@|@example|01511|7946/i;

/** Endings with contacts of the author's, a line each between slashes. */
const endings: readonly string[] = [
  // Between two sentences.
  "V/R,|Jordan Reyes|Helping soldiers buy homes since 1998.|915-555-0142|We are hiring! Join us.",
  "Best,|Jordan|915-555-0142|Book time with me: https://calendly.example/jordan|254-555-0188|We love what we do.",
  "Respectfully,|Jordan Reyes|Director of Operations|Leading change every day.|c: 915-555-0142|Follow us on LinkedIn.",
  "Very Respectfully|CPT Jordan Reyes|Book time with me: https://calendly.example/jordan or 915-555-0142|We are hiring! Join us.",
  "Thanks,|Jordan|We build bridges.|(915) 555-0142|jordan@example.com|Visit our new office in El Paso.",
  "Best regards,|Jordan Reyes (he/him)|Account Executive|915.555.0142|My working hours may not be your working hours.",
  "Cheers,|Jordan||Your mission is our mission | 915-555-0142|We are hiring! Join us.",
  "Jordan Reyes|Realtor, Example Homes|915-555-0142|We are hiring! Join us.",
  "CPT Jordan Reyes|915-555-0142|Lead from the front.|jordan@example.com|We train as we fight every day.",
  "Jordan|915-555-0142|Our team is growing. Join us!",
  "V/R,|Jordan Reyes|We are hiring! Join us.|915-555-0142|Go Army!",
  "V/R, Jordan 915-555-0142|We are hiring! Join us.",
  "Best, Jordan|Questions? Call us at 915-555-0142.|We are open on weekends.",
  "Sincerely,|Jordan Reyes|For urgent matters, please call 915-555-0142.|Our office is closed on Friday.",
  "Best,|Jordan|Text me anytime at 915-555-0142!|See you out there, and stay safe.",
  "Respectfully,|Jordan Reyes||Please consider the environment before printing.||915-555-0142|Have a look at our new site today.",
  "Regards,|Jordan|Veteran owned and operated, call 915-555-0142 today!|We serve those who served.",
  "Saludos,|Jordan|Móvil: 612 345 555 0142|Estamos contratando, únase a nosotros.",
  "Mit freundlichen Grüßen|Jordan Reyes|Tel. 0151 15550142|Wir suchen dich, bewirb dich jetzt.",
  "С уважением,|Jordan|915-555-0142|We are hiring! Join us.",
  "In service,|Jordan Reyes|915-555-0142|We are hiring! Join us.",
  "Best 🙂|Jordan|915-555-0142|We are hiring! Join us.",
  "- Jordan|915-555-0142|We are hiring! Join us.",
  // Below a label.
  "V/R,|Jordan|POC:|915-555-0142",
  "Best,|Jordan|Reach me:|915-555-0142|jordan@example.com",
  "Respectfully,|Jordan|Direct:|915-555-0142",
  "R/|Jordan|Cell -|915-555-0142",
  "Best,|Jordan|Ways to reach me:|915-555-0142|jordan@example.com",
  "Best,|Jordan|Reach me at|915-555-0142",
  "V/R|Jordan||Contact:||915-555-0142||Email:||jordan@example.com",
  "Best,|Jordan|Call or text:|915-555-0142",
  "Thanks,|Jordan|Get in touch:|jordan@example.com|We are hiring! Join us.",
  "V/R|Jordan|My numbers:|915-555-0142|254-555-0188",
  // Programs' lines.
  "Best,|Jordan|915-555-0142|Sent from my iPhone",
  "Thanks,|Jordan||Sent from my iPhone||915-555-0142",
];

/** One contact, however it is written. */
const writings: readonly string[] = [
  "jordan@example.com",
  "jordan＠example.com",
  "jordan＠example．com",
  "jordan @ example.com",
  "jordan at example dot com",
  "jordan AT example DOT com",
  "jordan at example.com",
  "jordan(at)example.com",
  "jordan (at) example (dot) com",
  "jordan [at] example [dot] com",
  "jordan{at}example.com",
  "jordan <at> example.com",
  "jordan (@) example.com",
  "jordan@example . com",
  "jordan@example dot com",
  "jordan_at_example_dot_com",
  "Email: jordan at example.com",
  "mailto:jordan@example.com",
  "<jordan@example.com>",
  "915,555,0142",
  "915_555_0142",
  "915~555~0142",
  "915·555·0142",
  "915•555•0142",
  "915*555*0142",
  "915|555|0142",
  "915:555:0142",
  "915‑555‑0142",
  "915—555—0142",
  "915 - 555 - 0142",
  "915 . 555 . 0142",
  "(915)5550142",
  "(915)555-0142",
  "( 915 ) 555 0142",
  "[915] 555-0142",
  "（915）555-0142",
  "９１５-５５５-０１４２",
  "9155550142",
  "19155550142",
  "915 5550142",
  "915-5550142",
  "915555-0142",
  "+1 (915) 555 0142 x12",
  "+1 (915) 555 0142, ext. 12",
  "915-555-0142 ext 12",
  "+1.915.555.0142",
  "001 915 555 0142",
  "1-915-555-0142",
  "DSN 312-555-0142",
  "DSN: 555-0142",
  "dsn (312) 555-0142",
  "555-0142",
  "Cell 5550142",
  "c915.555.0142",
  "c.915.555.0142",
  "Tel.915-555-0142",
  "ph#915-555-0142",
  "(c)915-555-0142",
  "915-555-0142c",
  "M 915-555-0142 / O 254-555-0188",
  "915-555-0142,254-555-0188",
  "tel:+19155550142",
  "https://wa.me/19155550142",
  "+44 20 7946 0142",
  "020 7946 0142",
  "+49 151 15550142",
  "0151 15550142",
  "+82 10-5555-0142",
];

describe("an author's own contact below a closing", () => {
  it.each(endings)("is not passed on: %s", (ending) => {
    const lines = [answer, "", ...ending.split(/(?<! )\|(?! )/)];
    expect(cutText(lines.join("\n")).text).toContain(answer);
    expect(cutText(lines.join("\n")).text).not.toMatch(own);
    const html = lines.map((line) => `<div>${line || "<br>"}</div>`).join("");
    expect(cutHtml(html).text).not.toMatch(own);
  });

  it.each(writings)("is masked as %s", (written) => {
    const { text, cut } = cutText([answer, "", "Jordan", written].join("\n"));
    expect(text).toMatch(/\[(?:number|address) left out\]/);
    expect(text.replace(answer, "")).not.toMatch(/\d{3}(?!\d* left)|＠|example|[０-９]/u);
    expect(cut).toMatchObject([{ is: "contact" }]);
  });
});

/** Texts that are passed on as they are written, without a closing or above one. */
const bodies: readonly string[] = [
  "You can reach me at 915-555-0142.\n\nV/R\nJordan",
  "Call me at 915-555-0142 any time.\n\nBest,\nJordan",
  "Sure, my cell is below.\nCall me at\n915-555-0142\n\nThanks,\nJordan",
  "My numbers are:\n915-555-0142\n254-555-0188\n\nBest,\nJordan",
  "Sounds good. My numbers are:\n\n915-555-0142\n254-555-0188\n\nV/R,\nJordan Reyes",
  "Write to jordan@example.com or jordan(at)example.com.\n\nR/\nJordan",
  "Thanks!\nCall me at 915-555-0142 tomorrow.",
  "Thanks, Sam!\n\nYou can text me at 915-555-0142 before noon.\n\nJordan",
  "Thanks,\nMy cell is 915-555-0142. Call when you can.",
  "V/R,\nJordan\n\nP.S. My new cell is 915-555-0142.",
  "V/R,\nJordan\n\nP.S. Call SFC Lee at 817-555-0111.",
  "V/R,\nJordan\n\nP.S. Two people to ask:\nSFC Lee 817-555-0111\nMAJ Roe 315-555-0100",
  "Best,\nJordan\nYou can reach me at 915-555-0142.",
  "Best,\nJordan\nYou can reach me at:\n915-555-0142",
  "Ask him, he knows the board:\nSFC Lee\n(817) 555-0111\n\nV/R,\nJordan",
  "Here is the room.\n\nZoom: https://zoom.example/j/91234567890?pwd=1234567890",
  "Pick a time.\n\nhttps://calendly.example/jordan/30min\nzoom.example/j/9123456789",
  "Two offices can help:\n- S1: 315-555-0100\n- S3: 315-555-0101\n\nGood luck!",
  "You should talk to my old S3 at Fort Drum.\n\nMAJ Jane Roe\n315-555-0100\n\nTell her that I sent you.",
  "The S1 shop can fix that.\nS1: 315-555-0100\nBring your orders and two copies of your evaluation.",
  "Please contact the office below\n\nMAJ Roe\n315-555-0100\n\nIt opens at 0900 every day.",
  "The education offices are listed here.\n\nFort Drum\n315-555-0100\n\nFort Bliss\n915-555-0100\n\nBoth open at 0900 on weekdays.",
];

/** Lines below the last sentence, or below a closing, that are no contacts. */
const harmless: readonly string[] = [
  "Tuesday 0900-1100",
  "0900 - 1100 and 1300-1500",
  "0900-1100/1300-1500",
  "09:00-11:00",
  "Sat Nov 28 2026 0900-1100",
  "Nov 28, 2026",
  "11/28/2026 0900",
  "2026-11-28 0900-1100",
  "28.11.2026",
  "28 11 2026",
  "1 Jan 2026 - 5 Feb 2026",
  "01/05/2026 - 02/05/2026",
  "2014-2018",
  "2014 – 2018",
  "2014-18",
  "FY 2026-2027",
  "El Paso, TX 79916",
  "Fort Worth, TX 76129-1234",
  "APO AE 09114",
  "Unit 28130, Box 3500",
  "Bldg 4510, Room 301",
  "Room 301-2",
  "Grid 18S UJ 23480 06470",
  "18SUJ2348006470",
  "UJ 23480 06470",
  "31.7619, -106.4850",
  "MSL 301",
  "MSL 101, 201, 301, 401",
  "MSL 301 2026",
  "MSL 101/201/301/401",
  "$95,000 - $110,000",
  "$95000-$110000",
  "95,000 - 110,000",
  "95000-110000",
  "95000 – 110000 a year",
  "$1,250,000",
  "GPA 3.85/4.00",
  "GPA: 3.85",
  "ACFT 560 / 600",
  "3-187 IN, 101st Airborne Division",
  "1-1 IN, 2-14 IN, 3-187 IN",
  "2003-2007 3-187 IN",
  "MOS 11A",
  "11A, 25A, 35D",
  "AR 600-8-104",
  "DA PAM 600-3",
  "DA Form 67-10-1",
  "FM 6-22, ATP 3-21.8",
  "O-3, 8 years",
  "24/7/365",
  "Founder at Example.com",
  "Engineer, Example.com",
  "@jordan on the team's chat",
  "Lunch @ 1200",
  "zoom.example/j/9123456789",
  "Class of 2007",
  "Win 31-24",
  "10 15 20 25 30",
  "100 200 300",
  "30%, 40%, 30%",
  "3 x 12 = 36",
  "1st, 2nd, 3rd",
];

describe("what an author gives on purpose", () => {
  it.each(bodies)("is passed on: %j", (text) => {
    expect(cutText(text)).toEqual({ text, cut: [] });
  });
});

describe("what is no contact", () => {
  it.each(harmless)("stays below the last sentence and below a closing: %s", (line) => {
    for (const text of [`${answer}\n\n${line}`, `${answer}\n\nV/R\nJordan\n${line}`]) {
      expect(cutText(text)).toEqual({ text, cut: [] });
    }
  });
});
