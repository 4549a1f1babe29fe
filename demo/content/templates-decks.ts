import { bullets, note, steps, table } from '../documents/document.ts';
import { examplePage, page, template } from '../documents/template.ts';

export const boardBriefingDeck = template({
  format: 'pptx',
  subtitle: 'Uses, risks, incidents and decisions needed: one standing item, four slides, ten minutes.',
  edition: 'Edition 2',
  purpose: [
    'Boards hear about AI when something is launched or has gone wrong. A short standing item, always in the same order, keeps the subject ordinary and the decisions visible.',
  ],
  howToUse: [
    'Delete this slide and the examples. Keep the order of the four slides.',
    'Fill in what changed since last time; leave the rest as it was.',
    'Send it three days before. In the meeting, talk only about slide four.',
    'Minute each decision with a name and a date.',
  ],
  parts: [
    page(
      '1. What is in use',
      table(
        'Uses by tier',
        ['Tier', 'Last time', 'Now', 'Changed'],
        [
          ['High', '', '', ''],
          ['Medium', '', '', ''],
          ['Low', '', '', ''],
        ],
      ),
      note('Say which use you would stop first if you had to, and why.'),
    ),
    page(
      '2. What we watch',
      bullets(
        'Benefit: … against its aim',
        'Harm: … against its limit',
        'Overdue reviews, by owner',
        'People trained, and what they can now do',
      ),
      note('Two figures of benefit and two of harm are enough. Always show both.'),
    ),
    page(
      '3. What went wrong',
      table(
        'Incidents and pauses',
        ['Date', 'What happened', 'Who was affected', 'What changed'],
        [
          ['', '', '', ''],
          ['', '', '', ''],
        ],
      ),
      note('An empty table is a question: would we know?'),
    ),
    page(
      '4. What we need from you',
      bullets('Decide: …', 'Accept above tolerance, until …: …', 'Stop: …', 'Pay for: …'),
      note('If there is nothing to decide, give the ten minutes back.'),
    ),
    examplePage(
      'Example: slide 4 in March',
      bullets(
        'Decide: repair ranking goes to all districts, with a review in June',
        'Accept until 1 July: unequal day shifts in the planner, with a manual check',
        'Stop: tone scores on calls; staff were not told',
        'Pay for: two days a week of data analysis for fairness checks',
      ),
    ),
  ],
  exampleOf: 'A housing association’s board in March: one use grows, one risk is accepted for a time, one use ends.',
  signOff: [
    ['Executive who answers for AI', 'nothing important is missing'],
    ['Company secretary', 'decisions are minuted'],
  ],
  review: 'Once a year, ask two board members which slide changed a decision. Drop what changed none.',
});

export const frontlineBriefingDeck = template({
  format: 'pptx',
  subtitle: 'A half-hour session for people who will work beside an AI assistant next week.',
  edition: 'Edition 4',
  purpose: [
    'People who use an assistant all day need three things: what it does badly, what they may decide themselves, and whom to call. This session gives each of them ten minutes.',
  ],
  howToUse: [
    'Replace the cases with six from your own pilot, two of them wrong.',
    'Run it in the room where people work, with the tool open.',
    'Let a colleague from the pilot lead the cases.',
    'Write questions you cannot answer on the wall; reply within two days.',
  ],
  parts: [
    page(
      'What it does',
      bullets('It reads … and suggests …', 'It does not know … or …', 'It sounds equally sure when it is wrong'),
      note('Show one excellent and one terrible answer before you explain anything.'),
    ),
    page(
      'Six cases',
      steps(
        'Read the case alone: agree, change or refuse?',
        'Compare in pairs. Where did you differ?',
        'Show what the assistant said.',
        'Which two did it get wrong, and how could you tell?',
      ),
      note('Someone will say they would have missed it. That is the point; thank them.'),
    ),
    page(
      'What you decide',
      table(
        'Your call',
        ['You may always', 'Ask first', 'Never'],
        [
          ['Change or refuse a suggestion', 'Using it for a new task', 'Paste in passwords or health details'],
          ['Switch it off for a case', 'Sending without reading', 'Tell a customer a person wrote it'],
        ],
      ),
      note('Read the first column twice.'),
    ),
    page(
      'Whom to call',
      bullets(
        'Something odd: … (name, number)',
        'Somebody may be harmed: pause, then call …',
        'A customer objects: hand over to …',
        'Nobody is blamed for stopping',
      ),
    ),
    examplePage(
      'Example: the reception desk',
      bullets(
        'It reads e-mails and suggests a department',
        'It does not know who is on leave, or what was said on the phone',
        'It was wrong on bereavement mails in the pilot: always read those first',
        'Odd results: Priya, extension 214',
      ),
    ),
  ],
  exampleOf: 'The reception team of a college before its first week.',
  signOff: [
    ['Team leader', 'everybody on the rota has been in a session'],
    ['Service owner', 'names and numbers are right'],
  ],
  review: 'After the first week, ask what surprised people and replace two cases. Then each quarter.',
});

export const changePlanDeck = template({
  format: 'pptx',
  subtitle: 'A two-hour workshop in which the team affected plans the change, not just hears about it.',
  edition: 'Edition 1',
  purpose: [
    'Plans made with the people who do the work hold longer. In two hours a team lists its tasks, marks what should change and what must not, and agrees how success will be judged.',
  ],
  howToUse: [
    'Invite six to ten people who do the work and one who can decide.',
    'Say at the start what is open and what is settled.',
    'Use paper. Photograph the walls.',
    'Send the plan within two days, with names beside promises.',
  ],
  parts: [
    page(
      'Start: what is open',
      bullets(
        'Open: which tasks, in which order, checked how',
        'Settled: …, because …',
        'Not part of this: jobs and pay (talks run separately, next on …)',
      ),
      note('Do not skip the third line. Say what you know.'),
    ),
    page(
      'Step 1: our tasks',
      table(
        'Cards on the wall',
        ['Task', 'Minutes a week', 'What makes it hard', 'What we like about it'],
        [
          ['', '', '', ''],
          ['', '', '', ''],
          ['', '', '', ''],
        ],
      ),
      note('Fifteen minutes alone, ten in the group. Listen for work nobody has written down.'),
    ),
    page(
      'Step 2: change, keep, stop',
      steps(
        'Put each card under: let the tool help, leave it to people, stop doing it.',
        'For every card under “help”: who checks, and how long may that take?',
        'Choose one card to try first. Small and frequent beats big and rare.',
      ),
    ),
    page(
      'Step 3: how we judge',
      table('Signs after three months', ['Better', 'No worse', 'Stop'], [['…', 'Workload, mistakes, waiting', '…']]),
      note('Ask each person for one sign that would make them say stop.'),
    ),
    examplePage(
      'Example: the grants team',
      bullets(
        'Help: first summary of applications. Check: five minutes each, by the officer',
        'People: phone calls with applicants who were refused',
        'Stop: a monthly table nobody reads',
        'Stop sign: “if I no longer know my applicants”',
      ),
    ),
  ],
  exampleOf: 'A grants team of eight chooses summaries as its first trial.',
  signOff: [
    ['Team', 'this is what we agreed'],
    ['Head of service', 'the promises with my name on them will be kept'],
  ],
  review: 'Meet again after six weeks and after three months with the same wall. Move the cards.',
});
