import { bullets, note, reading, section, steps, table } from '../documents/document.ts';

export const oversightLetterCollected = reading(
  'The best of the first eight issues, put in order and brought up to date.',
  'Collected edition',
  section(
    'About this collection',
    'The first eight letters went to a few hundred readers and are asked for nearly every week. We have dropped the dates, kept the stories and added what became of them.',
  ),
  section(
    'From issues 1 and 2: beginnings',
    'The first letter began with a question: who in your organisation would be rung up if a system were wrong tonight? Forty readers tried. Eleven reached somebody; four of those could do something. The follow-up a year later: 31 reached somebody. Nobody had bought anything. They had written down a name. (Readers’ own count.)',
    'Issue 2 carried the three-line policy of a bakery: “Try it. Say so. Never about a person.” It has been copied more than anything else we have printed.',
  ),
  section(
    'From issues 3 and 4: checking',
    'A tax office planted one wrong result in each hundred. Finders got a biscuit. Detection rose from two in five to four in five, and biscuits are now a budget line. An auditor wrote to ask whether this was proportionate. We printed the letter.',
    'Issue 4 asked who checks the checkers. Best answer: “The next shift, with fresh eyes and no names.”',
  ),
  section(
    'From issues 5 and 6: buying',
    'A group of nine parish councils bought together and read the contract aloud in a village hall. It took three hours. At clause 14 a farmer asked why the supplier might raise prices with the weather. It was a misprint, and had been signed by 200 others.',
    bullets(
      'Lesson one: read aloud.',
      'Lesson two: invite somebody who buys seed.',
      'What became of it: the supplier now sends its contracts to the farmer first.',
    ),
  ),
  section(
    'From issues 7 and 8: endings',
    'Issue 7 collected goodbyes to systems. “You were fast. We were faster once we fixed the form.” “You never complained. We should have asked why.” Issue 8 printed the answers of those who built them, and they were kinder than we deserved.',
    note('Readers who still have a paper copy of issue 5 may like to know that it is rare.'),
  ),
);

export const policyWatchRulebook = reading(
  'How to follow rules that keep changing without changing your work every month.',
  'Policy Watch, first quarter',
  section(
    'Dates move, duties rhyme',
    'Rules for AI are being written, postponed and rewritten in many places at once. Readers tell us that they wait, because what they prepare for may change. Our advice is the reverse. Dates move; the duties underneath are remarkably alike.',
    table(
      'Six duties that return in nearly every rulebook',
      ['Duty', 'Have ready'],
      [
        ['Know what you use', 'A register'],
        ['Know who answers', 'A name, with the power to pause'],
        ['Look before you start', 'An impact assessment'],
        ['Tell people', 'A tested notice'],
        ['Keep records', 'A list of what is kept, and how long'],
        ['Prepare your people', 'Learning paths by role'],
      ],
    ),
    'An organisation that has these six will spend days, not months, on whatever becomes final.',
  ),
  section(
    'A method for an hour a month',
    steps(
      'One person follows three official sources, not thirty newsletters. Not even this one.',
      'Each change goes on one line: what, for whom, from when, how sure.',
      'Mark “how sure” honestly: proposed, agreed, in force.',
      'Beside it stands the use it touches. No use, no work.',
      'Read the list to leaders each quarter. It takes five minutes.',
    ),
  ),
  section(
    'What to ask your lawyer',
    'Not “are we compliant?” but “which of our uses would you look at first, and what would you want to see?” You will get a better answer, and it will be shorter.',
    note('This letter describes general patterns. Check the official text in your country before you rely on a date.'),
  ),
);

export const policyWatchNotices = reading(
  'Three duties you can meet in one afternoon each, whatever the final wording.',
  'Policy Watch, second quarter',
  section(
    'Notices',
    'People should know when they deal with a machine, or see what a machine has made. Walk through your service as a visitor and note each place where that is so. Most organisations find between five and ten, two of them forgotten: the out-of-office reply and the pictures on the careers page.',
    'Write the sentence for each. Put it where the eye is, not where the lawyer is.',
  ),
  section(
    'Logs',
    'Rules differ on how long; they agree that you need them. Choose one important use and try to explain one result from three months ago. What you miss is your list.',
    bullets(
      'Too little: you cannot say which version it was.',
      'Too much: you keep messages nobody will ever need, with names in them.',
      'About right: input, output, version, time, what the person decided.',
    ),
  ),
  section(
    'Literacy',
    'The wording of literacy duties has been debated more than any other. In practice the evidence asked for is modest: who needs to know what, what you offered, who took part, and whether it helped. A sheet with four columns and one measure of effect is a good answer under any wording we have seen.',
  ),
  section(
    'From the postbag',
    'A reader asks whether a spelling checker belongs in the register. If somebody would be harmed by its mistake, yes. In a pharmacy it does.',
    note('General information, not legal advice.'),
  ),
);

export const frontlineNotesSummer = reading(
  'Notes from people who work beside AI systems: a depot, a ward, a reception desk.',
  'Frontline Notes, summer',
  section(
    'From a depot',
    '“The planner sends me past the school at half past eight. I told them. They said the planner knows about schools. I said it does not know about Mrs Lowe’s crossing. Now there is a map where we draw. I have drawn Mrs Lowe.” (Driver, 22 years)',
  ),
  section(
    'From a ward',
    '“It suggests, I decide, that is what the poster says. On a good night that is true. On a bad night I have fourteen patients and it is three o’clock. We asked for two pairs of eyes after midnight for the ones in red. We got it for six weeks. I am writing this so that we keep it.” (Nurse)',
    'The trust tells us that it has kept it.',
  ),
  section(
    'From a reception desk',
    '“Visitors think I am reading from the screen. Mostly I know. I turned it so that they can see it too, and now we look together. They laugh at it more than I do.” (Receptionist)',
  ),
  section(
    'Your turn',
    'Write to us about a moment when you knew better, or it did. A few lines are enough; we leave out names and places. Managers: please pin this up where there is no Wi-Fi.',
    bullets('What would you tell somebody who starts beside the same system on Monday?', 'What did you stop noticing?'),
  ),
);
