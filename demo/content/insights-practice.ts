import { bullets, note, reading, section, steps, table } from '../documents/document.ts';

export const readyToStop = reading(
  'Pilots are watched for signs of success. These three say that enough is known.',
  'Insight 2',
  section(
    'Enough is known',
    'Stopping a pilot feels like waste, so pilots run on. Yet a pilot exists to answer a question, and the answer is often plain before the last week. Three signals deserve a meeting within days.',
  ),
  section(
    '1. The work-around has become the work',
    'Staff keep a list of cases they no longer give to the tool, and the list grows. They are not being difficult; they have found the boundary. If what lies inside it is too small to matter, you have your answer.',
  ),
  section(
    '2. The same error, in new words',
    'Three repairs, three returns. Some errors belong to a task rather than to a version: the information needed is simply not in the input. More time will produce more repairs.',
  ),
  section(
    '3. Nobody would notice',
    'Switch it off for a day without much ado. If the day is ordinary, so was the tool.',
  ),
  section(
    'Stopping well',
    bullets(
      'Say it within a week, with the signal that decided it.',
      'Write one page: question, answer, what surprised us.',
      'Thank those who took part, first of all those who kept the list.',
      'Keep the test cases. The next proposal will need them.',
    ),
    note('A pilot that stops early has saved the money it did not spend. Put the sum in the report.'),
  ),
);

export const readingAModelCard = reading(
  'Where to look first, what to ask next, and which sentences to distrust.',
  'Insight 3',
  section(
    'Ten minutes',
    'A model card is the leaflet in the packet: written by the maker, useful, and silent on what matters to you in particular. Read it in this order.',
    steps(
      'Minutes 1 and 2: intended uses, and uses advised against. Is yours in either list?',
      'Minutes 3 to 5: how it was tested. On whose cases, from when, in which languages?',
      'Minutes 6 and 7: results by group. If there is one figure only, write “not known” for each group you serve.',
      'Minutes 8 and 9: what it was trained on, and when the training ended.',
      'Minute 10: version and date. Is it the version you would get?',
    ),
  ),
  section(
    'Sentences to distrust',
    table(
      'What it says and what to ask',
      ['It says', 'Ask'],
      [
        ['State-of-the-art results', 'On which test, and is that our task?'],
        ['Extensively tested for bias', 'Which groups, which gap?'],
        ['May produce inaccurate output', 'How often, on cases like ours?'],
        ['Human oversight is recommended', 'Who has shown that it works?'],
        ['Users are responsible for …', 'What does the contract say?'],
      ],
    ),
  ),
  section(
    'Then test',
    'A card tells you what to test, not whether to buy. Take thirty of your own cases, six of them odd. Let two people mark the results apart. Write your own card, half a page, and keep it with the register: intended use here, results here, not to be used for. That is the one your colleagues will read.',
    note('No card? That is an answer, too.'),
  ),
);

export const goodOverrideLog = reading(
  'A log of disagreements is the cheapest source of knowledge about your system.',
  'Insight 5',
  section(
    'Small disagreements',
    'Each time somebody decides other than the system suggested, they know something it does not. Most organisations throw that away or, worse, treat it as a lapse. A good override log keeps it in ten seconds.',
  ),
  section(
    'What to keep',
    table(
      'Four fields are enough',
      ['Field', 'Example', 'Why'],
      [
        ['Case', 'R-2291', 'To look again'],
        ['Suggested and decided', 'Low, high', 'To count'],
        ['Reason, free and short', '“Baby in the flat”', 'To learn'],
        ['When', 'Tuesday, 16:40', 'To see patterns'],
      ],
    ),
    'Leave out the name, or keep it where only the team sees it. The log must never be used to judge people; the day it is, it will fall silent.',
  ),
  section(
    'How to read it',
    bullets(
      'Too few entries: people have stopped looking, or cannot disagree easily.',
      'Too many: the system does not know the task.',
      'One reason over and over: a missing field, a missing rule, a repair for this month.',
      'Reasons nobody understands: invite the author. They are often the best.',
    ),
    'Check a sample of overrides later. People are not always right either, and a log that shows both sides is believed by both.',
    note('Read ten entries aloud at the start of each monthly meeting.'),
  ),
);

export const fairnessInPlainEnglish = reading(
  'Four ways to ask whether results are fair, and why you cannot have them all.',
  'Insight 8',
  section(
    'Fair to whom, and how?',
    'Fairness measures sound technical and are not. Each one turns a moral question into a count. Knowing the question is enough to choose; somebody else can do the sums.',
    table(
      'Four measures',
      ['In plain English', 'Its usual name', 'Suits'],
      [
        ['Do groups get a yes equally often?', 'Demographic parity', 'Sharing out something good when need is equal'],
        [
          'Of those who deserve a yes, do groups get it equally often?',
          'Equal opportunity',
          'Finding talent, paying what is due',
        ],
        ['Are wrong accusations equally rare?', 'Equal false positives', 'Fraud, checks, sanctions'],
        ['Does the same score mean the same thing?', 'Calibration', 'Scores a person will weigh'],
      ],
    ),
  ),
  section(
    'You must choose',
    'When groups differ at the outset, no system can satisfy all four. This is arithmetic and does not depend on the supplier. Whoever promises “fair on all measures” has not looked or has only one group.',
    'So choose in advance, in a room with people affected, and write down why. Ask who is hurt by each kind of error. For a check that takes away benefits, wrong accusations weigh most. For an offer of help, missed people do.',
  ),
  section(
    'An example',
    'A tool picks claims for a visit. Per 100 honest people it picks 4 in the north and 9 in the south. Overall it finds the same share of errors in both. Under the fourth measure it is fair; under the third it is not. The team chose the third, removed one field, found slightly fewer errors, and could look the south in the eye. (Illustrative.)',
    note(
      'Also count people. A gap of five points among twelve people may be chance; five among twelve thousand is a policy.',
    ),
  ),
);

export const smallExperiments = reading(
  'A habit that fits on a card: guess, try, write, share.',
  'Insight 11',
  section(
    'The card',
    'Teams that adapt well do not run larger projects. They run smaller ones and write them down. A card has four lines and takes five minutes.',
    bullets(
      'We guess that … (something that could turn out wrong).',
      'We try … for … days, with … cases.',
      'We saw …',
      'So we …',
    ),
  ),
  section(
    'Three cards from one month',
    'We guess that summaries help new staff more than old hands. We tried for five days, with eight people. We saw the reverse: old hands skimmed and spotted gaps, new staff believed everything. So newcomers get summaries from their third month.',
    'We guess that shorter prompts work as well. We tried for a day, with forty letters. We saw no difference. So the long prompt is gone, and with it the names in its examples.',
    'We guess that people would rather be phoned. We tried for a week, with twenty. We saw that twelve did not answer unknown numbers. So we send a message first.',
  ),
  section(
    'Keeping it honest',
    'Write the guess before you try. Keep the cards that were wrong in the same box. Once a quarter, lay them all on a table and let somebody from another team draw three. If they can repeat one, the card was good.',
  ),
);
