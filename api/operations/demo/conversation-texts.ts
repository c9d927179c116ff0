/** What made-up people write to each other. `{topic}` is what the request is about. */

export const requestNotes = [
  "I am a sophomore and would like to hear how you decided. Could we talk about {topic}?",
  "Our cadre suggested that I ask somebody who has done it. Would you tell me about {topic}?",
  "I read your profile and would be grateful for half an hour on {topic}, whenever it suits you.",
  "My board is in two months and {topic} is where I know least. May I send you a few questions?",
  "I go to Advanced Camp next summer. What do you wish you had known about {topic}?",
] as const;

export const questions = [
  "Happy to. Before I say yes: which branches are on your list so far?",
  "Gladly, if it can wait a week. What have you read or tried about {topic} already?",
] as const;

export const answersToQuestions = [
  "Aviation first, then Signal. I have talked to one lieutenant so far.",
  "Only what the program gives out. A week is no problem at all.",
] as const;

export const acceptances = [
  "Glad you asked. Send me your questions and I will answer over the weekend.",
  "Yes, with pleasure. Tell me a little about where you are in the program.",
  null,
] as const;

export const refusals = [
  "I am in the field until the end of the month and would only keep you waiting. Good luck!",
  "This is not my field any more; somebody who left more recently will know better.",
  null,
] as const;

export const askerLines = [
  "Thank you for answering. I am a junior with a 3.4 and a good fitness score.",
  "That helps a lot. How long did it take you to feel at home in your first unit?",
  "I had not thought of that. Would you do it in the same order again?",
  "May I send you a draft of my resume? It is one page.",
  "I talked to my cadre about it, and they said much the same.",
  "Thank you. I will try it and tell you how it went.",
] as const;

export const mentorLines = [
  "Then I would not worry. Put your energy into {topic} and into sleeping enough.",
  "About six months. The first weeks are loud, and then one day they are not.",
  "I would, but I would ask for help earlier. Everybody around you has been new once.",
  "Please do. I will mark what I would cut: it is usually the first third.",
  "Good. Write down the three questions that you least want to be asked, and answer those first.",
  "Good luck with it. Tell me how it went, whichever way it goes.",
] as const;

export const feedbackWords = [
  "I know now what to ask for, and whom.",
  "You took a lot of time for me. Thank you.",
  null,
] as const;
