import { bullets, note, reading, section, table } from '../documents/document.ts';

export const weekWithTriage = reading(
  'Five days in a call centre that lets a model suggest the order and people decide it.',
  'Article',
  section(
    'Monday',
    'The list is in a new order and nobody likes it. Faye, who has answered housing calls for nine years, moves three of the first ten before her coffee. The screen asks for no reason. By noon the team has moved sixty of two hundred. “It thinks leaks are urgent,” she says. “Leaks are wet. No heating with a newborn is urgent.”',
  ),
  section(
    'Tuesday',
    'The sixty moves are on the wall, in pencil. Somebody has grouped them: babies, stairs, third call in a week, “knows how to sound calm”. Two are mistakes by people; they stay on the wall too. The supplier’s engineer photographs everything.',
  ),
  section(
    'Wednesday',
    'The list learns about third calls. It cannot learn about people who sound calm, and the engineer says so. That sentence does more for the mood than the repair. The team makes its own rule: who calls twice and sounds calm goes up.',
  ),
  section(
    'Thursday',
    'A test is running that only Faye and her manager know of. Two cases have been given a wrong place. One is found in four minutes, the other at half past three, by a trainee. There is applause. The trainee explains how: “It was at the bottom and she had written please three times.”',
  ),
  section(
    'Friday',
    table(
      'The week in figures (illustrative)',
      ['Day', 'Suggested', 'Moved by people', 'Median wait'],
      [
        ['Monday', '204', '60', '9 minutes'],
        ['Wednesday', '188', '33', '8 minutes'],
        ['Friday', '211', '24', '6 minutes'],
      ],
    ),
    'Twenty-four moves is about where it has stayed. The manager does not want it to fall further. “Twenty-four times a day somebody here knows something,” she says. “I would like to keep buying that.”',
  ),
);

export const libraryThatSaidNo = reading(
  'A library service looked hard at a recommendation engine, and chose a shelf.',
  'Article',
  section(
    'The offer',
    'The offer was good. A supplier would read eleven years of loans and suggest to each member what to borrow next. Other libraries reported more loans. There was even a grant.',
    'The head of the service, a former children’s librarian, asked her staff a question that was not in the application: what is borrowing for?',
  ),
  section(
    'The evening',
    'Forty members came to talk about it, more than to most readings. A man said that he borrows what he is not. A student said that she had found her subject on the returns trolley. A mother asked who would see what her daughter reads, and for how long. Nobody asked for better suggestions.',
    'The staff listed what a recommendation would do well: new members who feel lost, readers of long series. For both, they noticed, somebody at the desk already had an answer, when there was somebody at the desk.',
  ),
  section(
    'The shelf',
    'They declined the grant and moved the returns trolley to the entrance. A sign says “Just back”. Each Friday one member of staff fills a shelf called “Not what you usually read”. The loans of both are counted by hand.',
    table(
      'After half a year (the library’s own count)',
      ['Place', 'Loans a week', 'Before'],
      [
        ['Just back', '310', '–'],
        ['Not what you usually read', '74', '–'],
        ['All loans', '5,120', '4,890'],
      ],
    ),
  ),
  section(
    'The note in the file',
    'The reasons are filed under “decisions not to”. There are four lines, and the last is a date. “Ask again when members ask for it.” It comes up every autumn. The service uses AI elsewhere: for subtitles, for old handwriting, for the heating. Saying no to one thing, the head says, made it easier to say what the others are for.',
  ),
);

export const rehearsingFailure = reading(
  'One office breaks its own service every quarter, with a kitchen timer.',
  'Article',
  section(
    'Ten past two',
    'At ten past two on a Tuesday, Marcus puts an envelope on the table. “The supplier’s status page is green,” says the card inside, “and the last forty reminders have gone to the wrong people.” He sets the timer to twenty minutes.',
    'This is the fourth rehearsal. In the first, the team spent eleven minutes looking for the person who could stop the service. In the second they stopped it in two, and found that it had taken the phone queue with it.',
  ),
  section(
    'What happens',
    'Somebody pauses. Somebody else says the two sentences aloud, the ones for people who call. A third begins a list on paper: who got a reminder since noon? The log has the answer and takes four minutes to open. That goes on the wall.',
    'At the eighth minute Marcus hands over a second card: a journalist is on the line. The team leader reads a prepared line, adds nothing, and takes a number. In the second rehearsal she had explained for six minutes.',
  ),
  section(
    'Afterwards',
    bullets(
      'No blame, no scores. The timer is the only judge.',
      'Three things that went well are said first, by the youngest.',
      'Three repairs, each with a name, done within a fortnight.',
      'The cards go back into the box, for another office.',
    ),
    'It costs an hour for nine people. In spring a real update sent real letters astray. The pause took ninety seconds. “It felt like a Tuesday,” says the team leader.',
  ),
  section(
    'Cards to copy',
    bullets(
      'Results are right, and twice as slow as yesterday.',
      'A customer posts a screenshot. It is genuine.',
      'The one person who knows the settings is on a ferry.',
      'It is fixed, says the supplier. Do you switch it on?',
    ),
  ),
);

export const buyingTogether = reading(
  'Nine small charities bought an assistant together. What they would do again, and what not.',
  'Article',
  section(
    'Why together',
    'None of the nine has a lawyer. Each had been offered the same product at a different price. Over soup, at a training day about something else, they compared. The highest offer was three times the lowest, and the terms were worse.',
  ),
  section(
    'How it went',
    'They chose one person to write, one to ask and one to doubt. The writer collected what each charity would use it for, on one page. The asker sent eleven questions to four suppliers. The doubter read the answers for what was missing.',
    table(
      'Alone and together (illustrative)',
      ['Subject', 'Alone', 'Together'],
      [
        ['Price per person and year', '£96 to £290', '£71'],
        ['Questions answered in writing', '3 of 11', '10 of 11'],
        ['Notice of model changes', 'None', '21 days'],
        ['Trial with own cases', 'No', 'Four weeks'],
        ['Time spent, all told', '–', '140 hours'],
      ],
    ),
    'A hundred and forty hours is not little. Divided by nine it was two days each, which most had spent alone before, with less to show.',
  ),
  section(
    'What was hard',
    'Agreeing what not to use it for took longer than everything else. A refugee charity wanted case notes ruled out for all; a sports club had never thought about it. In the end each keeps its own list, and the lists hang side by side in the shared folder. Three clubs have copied a line from the refugee charity.',
    'One left before the end. It was thanked and sent the questions.',
  ),
  section(
    'Again, and not again',
    bullets(
      'Again: the doubter. Best role in the group, and it must rotate.',
      'Again: cases from all nine in one test set, with names removed.',
      'Again: a door. Any charity may leave after a year without the others paying.',
      'Not again: starting without a date. The soup was in May, the contract in March.',
      'Not again: one signature for nine. The accountant still brings it up.',
    ),
    note('The eleven questions became the supplier questionnaire in this library.'),
  ),
);

export const unpaidChecking = reading(
  'Review work is done in minutes nobody books, by people nobody asked.',
  'Article',
  section(
    'The diary',
    'For two weeks, eighteen people in a claims office wrote down each time they checked something a machine had produced. They expected a few minutes a day. The average was fifty-two. (Illustrative.)',
    table(
      'Where the minutes went',
      ['Kind of checking', 'Minutes a day', 'Booked as'],
      [
        ['Reading suggested texts', '21', 'Writing'],
        ['Comparing with the file', '14', 'Nothing'],
        ['Explaining results to callers', '9', 'Phone'],
        ['Repairing what slipped through', '8', 'Overtime, or nothing'],
      ],
    ),
  ),
  section(
    'Who does it',
    'Checking settles on certain people. In this office, three of the eighteen did nearly half. All three had been there longest; all three were women; none had it in her job description. They were asked because they would know, and because they would not say no.',
    'When one retired, errors after sending doubled within a month. The system had not changed. The check had gone.',
  ),
  section(
    'What changed',
    bullets(
      'Checking is now a task in the planner, with a time and a name.',
      'It rotates weekly. Those with experience teach for an hour instead of rescuing for five.',
      'The benefit of the tool is reported after checking. It is smaller, and nobody argues about it.',
      'The three were regraded.',
    ),
    'The last point cost money. The office manager has an answer: “We were already paying. We were just not paying them.”',
  ),
  section(
    'Try it',
    'Take a sheet with four columns, two weeks, and a promise that nothing is counted per person. Ask at the end what people check that nobody knows about. The answer is your real system.',
  ),
);
