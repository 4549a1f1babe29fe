import { bullets, note, table } from '../documents/document.ts';
import { page, questions, register, template } from '../documents/template.ts';

export const incidentRunbook = template({
  format: 'docx',
  subtitle: 'The first hour, the first day and the first week after an AI service has gone wrong.',
  edition: 'Edition 3',
  purpose: [
    'AI incidents look harmless at first: a strange answer, a pattern in complaints, a screenshot. The runbook gives the person on duty permission to pause first and find out later.',
    'It sits beside your ordinary incident process and adds what is particular: results may be wrong for some people only, and the cause may be data, a prompt, a supplier’s update or the way people use the tool.',
  ],
  howToUse: [
    'Fill in the names and numbers today. A runbook with roles but no numbers fails at the weekend.',
    'Keep a printed copy where the service is run.',
    'Rehearse it twice a year: once with a supplier outage, once with a public complaint.',
    'After each use, change at least one line.',
  ],
  parts: [
    register(
      'Who is called',
      'In this order. Anyone on the list may pause the service.',
      ['Role', 'Name', 'Number', 'Stand-in', 'Decides about'],
      [
        ['Duty manager', 'Rota', '0300 …', 'Next on rota', 'Pause, manual work'],
        ['Service owner', 'M. Adeyemi', '07… ', 'Head of service', 'Restart, people affected'],
        ['Supplier contact', 'Incident desk', '24 hours', 'Account manager', 'Cause, fix'],
        ['Communications', 'Duty press', '…', 'Chief of staff', 'What is said, when'],
      ],
    ),
    page(
      'The first hour',
      'In the first hour nobody looks for blame or root causes.',
      bullets(
        'Pause the service, or the part that is wrong. Note the time.',
        'Save what was seen: screen, input, output, version. Do not “try again” on a live case.',
        'Start manual work. Tell staff in two sentences what to say.',
        'Ask: who may have been harmed already, and what can still be stopped?',
      ),
    ),
    questions('The first day', 'Facts first, with times.', [
      [
        'What happened, to whom, since when?',
        'Since Tuesday’s update, reminders in Polish gave the wrong clinic. 61 people; 9 missed an appointment.',
      ],
      [
        'Who must be told, and by when?',
        'All 61 by phone today; the data lead (not reportable, reasons noted); the board on Friday.',
      ],
      ['What do we say?', '“Our reminder gave you the wrong place. That was our mistake. Here is a new appointment.”'],
    ]),
    questions('The first week', 'Look for what allowed it, not for who did it.', [
      [
        'What would have shown it earlier?',
        'A test message per language after each update. Added to the release list.',
      ],
      ['Which other uses have the same weakness?', 'Two; both paused in Polish until tested.'],
      [
        'What changes, who owns it, by when?',
        'Release list, J. Marsh, 14 March. Notice of updates from the supplier, contract lead, 30 April.',
      ],
    ]),
    page(
      'When to restart',
      'All four, in writing.',
      bullets(
        'Cause known, or safely fenced off.',
        'The failed check passes twice.',
        'People affected have been told.',
        'The owner signs, and says who watches the first day.',
      ),
      note('A restart under pressure is how the second incident begins.'),
    ),
  ],
  exampleOf: 'Appointment reminders name the wrong clinic after a supplier’s update.',
  signOff: [
    ['Service owner', 'names and numbers are right today'],
    ['Executive who answers for AI', 'staff who pause in good faith are backed'],
  ],
  review: 'After each incident and rehearsal. Call every number once a quarter.',
});

export const benefitsHarmsScorecard = template({
  format: 'xlsx',
  subtitle: 'Benefits and harms side by side, so that a saving never hides a cost to somebody else.',
  edition: 'Edition 1',
  purpose: [
    'Reports on AI tend to count minutes saved. This scorecard gives harm the same space: complaints, corrections, waits, workload and unequal results, each with a starting figure.',
  ],
  howToUse: [
    'Choose three to five benefits and as many harms. Each needs a figure from before.',
    'Ask people affected which harm they would count. Use at least one of theirs.',
    'Fill in monthly. A figure nobody can find is itself a finding.',
    'Read the two sheets together, aloud, and decide: grow, keep, change, stop.',
  ],
  parts: [
    register(
      'Benefits',
      'Who gains, measured how.',
      ['Benefit', 'For whom', 'Before', 'Now', 'Aim', 'Source'],
      [
        ['Days until a first reply', 'Applicants', '11', '6', '5', 'Case system'],
        ['Hours of typing per week', 'Clerks', '58', '31', '30', 'Two-week diary'],
        ['Found in search at first try', 'Advisers', '44', '63', '70', 'Sample of 100'],
      ],
    ),
    register(
      'Harms and costs',
      'Who pays, measured how.',
      ['Harm or cost', 'For whom', 'Before', 'Now', 'Limit', 'Source'],
      [
        ['Corrections after sending, per 100', 'Applicants', '2', '5', '4', 'Quality check'],
        ['Gap in days between areas', 'Applicants in the north', '1', '3', '2', 'Case system'],
        ['Hours of checking per week', 'Clerks', '0', '17', '15', 'Two-week diary'],
        ['Complaints about tone', 'Applicants', '1', '1', '3', 'Complaints desk'],
      ],
    ),
    page(
      'Reading the scorecard',
      'Agree these rules before the first figures arrive.',
      table(
        'What to do when',
        ['Benefits', 'Harms', 'Then'],
        [
          ['Reached', 'Within limits', 'Keep; consider growing by one team'],
          ['Reached', 'Over a limit', 'Change; no growth until it is back within the limit'],
          ['Not reached', 'Within limits', 'Change once, with a date; then stop'],
          ['Not reached', 'Over a limit', 'Stop, and say so'],
        ],
      ),
    ),
  ],
  exampleOf:
    'A grants office in its third month with a drafting tool. Typing fell by 27 hours and checking rose by 17: the saving is 10.',
  signOff: [
    ['Service owner', 'figures are complete, including the unwelcome ones'],
    ['Finance lead', 'savings are counted after the cost of checking'],
  ],
  review: 'Monthly in the first half-year, then quarterly. Replace a figure only with one that is harder to please.',
});
