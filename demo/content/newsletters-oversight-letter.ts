import { bullets, note, reading, section, table } from '../documents/document.ts';

export const oversightLetterTen = reading(
  'Registers that people open, a supplier’s surprise, and a question for your next meeting.',
  'Issue 10',
  section(
    'Registers that people open',
    'We asked twelve readers how often somebody opens their register of AI uses. The median was twice a year. The exception was a museum whose register hangs in the tea kitchen, on paper, with a pencil. It is corrected about once a week, usually by people who do not work in IT.',
    'The museum’s columns: what it does, who looks after it, who can switch it off, and “ask me about”. The last one gets read.',
  ),
  section(
    'A supplier’s surprise',
    'A reader in local government found that a search service had changed its model on a Friday. Results in plain questions improved; results for street names fell apart. It was noticed by a school secretary. The contract now asks for notice, and the secretary has been invited to the tests.',
  ),
  section(
    'From the postbag',
    'A reader in housing asks who should own a service that three departments use. Our answer: whoever would be called by the press. It concentrates minds, and it is usually the person who can change it.',
    'Another asks whether a register may be public. Several are. Their owners report fewer questions, better ones, and one marriage proposal, to the head of data, declined.',
  ),
  section(
    'For your next meeting',
    note('If we had to stop one of our uses tomorrow, which would people miss least?'),
    bullets(
      'Reply with your answer; we print the best without names.',
      'New in the library: a register with tiers, and an insight on switches.',
    ),
  ),
);

export const oversightLetterEleven = reading(
  'What a checker’s day looks like, two good sentences, and a correction.',
  'Issue 11',
  section(
    'A checker’s day',
    'Dolores checks suggestions for a pension office: 140 on a busy day. She let us sit beside her. The first forty take a minute each. After lunch they take twenty seconds. At three she gets up, waters a plant and looks again at five she has passed. “I always find one,” she says. Her employer has since moved the plant closer and made the second look part of the job.',
  ),
  section(
    'Two good sentences',
    'From a clinic’s notice: “A program put these letters in order. Sister Amara reads them all before nine.” From a council’s decision: “We stopped because checking took as long as writing.” Send us yours.',
  ),
  section(
    'A correction',
    'In issue 10 we called 30 days’ notice “usual”. It is not; readers report anything from none to 60. The shortest notice in our postbag was eleven minutes.',
  ),
  section(
    'Try this: the empty week',
    'Leave one service without checks for a week on paper only: write down each day what you would have caught. Two readers did. One found nothing and now checks a sample of one in ten. The other found a wrong account number on the Wednesday, and has moved the check to the morning.',
    'Either result is worth having. What is not worth having is a check nobody has thought about since it was introduced.',
  ),
  section(
    'Dates',
    bullets(
      'Open clinic: questions about exit tests, first Wednesday, noon.',
      'Reading circle: chapter 6 of The Careful Adopter, third Thursday.',
    ),
  ),
);

export const oversightLetterTwelve = reading(
  'A year of pauses counted, a board that said no, and how to ask an outsider.',
  'Issue 12',
  section(
    'A year of pauses',
    'Forty readers kept count for us. Between them they paused a service 67 times in a year.',
    table(
      'Why services were paused (readers’ own count)',
      ['Reason', 'Pauses', 'Usual length'],
      [
        ['Supplier’s update', '22', '3 days'],
        ['Errors noticed by staff', '19', '1 day'],
        ['Complaint', '11', '6 days'],
        ['Rehearsal', '9', '1 hour'],
        ['Data problem', '6', '2 weeks'],
      ],
    ),
    'Nine rehearsals is a fine number. Those nine organisations had the shortest real pauses as well.',
  ),
  section(
    'A board that said no',
    'A review board in the north turned down a tool that predicts which pupils will leave early. The reason takes one line: “We would learn who, and we have nothing to offer them.” The college is now building something to offer.',
  ),
  section(
    'How to ask an outsider',
    'Three readers wanted to know how to find an outside member for a board. Ask somebody who has complained well. Pay them. Give them a deputy and the papers a week ahead.',
  ),
  section(
    'Try this: the second reader',
    'Once a month let somebody from another team read five results and the reasons given. They may ask one question about each. A school that does this found that its best explanations were on paper slips, stuck to the monitor, and had never been sent to a parent. The slips are now the letter.',
    'Thank you for a year of letters. Keep them coming, and keep them short; ours should be, too.',
  ),
);

export const oversightLetterThirteen = reading(
  'Fairness in a small data set, a tidy ending, and reading for the train.',
  'Issue 13',
  section(
    'When the group is twelve people',
    'A reader asks: we serve few people who use sign language, so every figure about them is noise. What now? Do not publish the figure; do the visit. Ask all twelve how it went, once a quarter, and write down what they say. A number needs a crowd. A problem needs one person.',
  ),
  section(
    'A tidy ending',
    'A parks department retired its chat assistant with a page that begins: “It answered 9,000 questions, most of them about opening hours. We have painted the opening hours on the gates.” We have nothing to add.',
  ),
  section(
    'Reading for the train',
    bullets(
      'Learning to Let Go, a short book on endings, is now in the library.',
      'The One-Page AI Report for Leaders fits between two stations.',
      'From our articles: how a library service said no.',
    ),
  ),
  section(
    'From the postbag',
    '“We have three assistants that do the same thing,” writes a college. “How do we choose?” Ask the people who use them to swap for a week and to write down what they missed. The college did, ended two, and kept a sentence from the notes: “I missed being able to see where it had looked.”',
  ),
  section('For your next meeting', note('Which of our figures would get worse if we treated people worse?')),
);

export const oversightLetterFourteen = reading(
  'Overrides that taught something, a notice tested at a bus stop, and our summer clinics.',
  'Issue 14',
  section(
    'Overrides that taught something',
    'We asked for the best entry in your override logs. A warden wrote “baby in the flat”; the form had no place for it, and now has. A nurse wrote “he always says he is fine”. A claims officer wrote “handwriting is my aunt’s generation”, which led to a test on scanned letters and to nine old cases being opened again.',
    'What they share: somebody had ten seconds, an empty box, and no fear of being counted.',
  ),
  section(
    'Tested at a bus stop',
    'A transport authority tried three notices on people waiting for the number 14. The longest was understood by one in five, the shortest by four in five. The winner: “A computer guesses when your bus comes. It is usually right within two minutes. Not in snow.” (Their count, 50 people.)',
  ),
  section(
    'Summer clinics',
    'Bring one problem, one page and, if you can, the colleague who disagrees with you.',
    table(
      'Clinics',
      ['Subject', 'For', 'Length'],
      [
        ['Exit tests', 'Service owners', '45 minutes'],
        ['Supplier changes', 'Contract and technical leads', '45 minutes'],
        ['Notices', 'Anyone who writes letters', '30 minutes'],
      ],
    ),
  ),
  section('For your next meeting', note('When did somebody here last decide otherwise, and what did we learn?')),
);
