import { bullets, reading, section, table } from '../documents/document.ts';
import { page, questions, template } from '../documents/template.ts';

export const sunsetPlan = template({
  format: 'docx',
  subtitle: 'Switch off an AI service without losing records, people or trust.',
  edition: 'Draft for comment',
  purpose: [
    'Retiring a system is a project with its own risks: work returns to people, records must stay readable, and somebody will ask about an old decision. Plan it before you need it.',
  ],
  howToUse: [
    'Write the plan while the service is healthy; half of it is then about facts you can still look up.',
    'Agree the date with the team that takes the work back.',
    'Walk through the last day on paper before it happens.',
  ],
  parts: [
    questions('Why and when', 'Say it in words you could publish.', [
      [
        'Why is the service ending?',
        'Its answers are used in one case in five, and checking takes longer than writing.',
      ],
      ['What happens to the work?', 'Two officers return to drafting; a page of model paragraphs replaces the rest.'],
      ['Which decisions must stay explainable, and until when?', 'All refusals, for six years.'],
    ]),
    page(
      'Last-day list',
      'Tick each line and note who did it.',
      bullets(
        'Accounts closed and keys withdrawn; the supplier confirms in writing.',
        'Logs, prompts and settings exported in a form that opens without the product.',
        'Notices that mention the service are changed.',
        'Staff know where a question about an old decision goes.',
      ),
    ),
  ],
  exampleOf: 'A drafting assistant that no longer earns its keep.',
  signOff: [['Service owner', 'the work has a home and the records are readable']],
  review: 'Read the plan again every six months while the service runs, and three months after it has ended.',
});

export const adoptionInterimFindings = reading(
  'Early answers from the next survey, for comment before publication.',
  'Draft for comment',
  section(
    'What this draft is',
    'The next edition repeats the questions of 2026 and adds three about retirement: why services ended, what became of the work, and whether old decisions can still be explained. This draft shows the shape of the report with the first answers. Every figure is illustrative.',
    table(
      'First answers (illustrative)',
      ['Question', 'Answers so far', 'Yes'],
      [
        ['Has a service been retired in the last year?', '48', '17'],
        ['Did the work return to people?', '17', '11'],
        ['Can old decisions still be explained?', '17', '8'],
      ],
    ),
  ),
  section(
    'Questions for readers',
    bullets(
      'Which reasons for ending a service are missing from our list?',
      'Would you answer the question about explanations with your name on it? What would help?',
      'Which sector should the case studies come from?',
    ),
    'Send comments with the page number. We publish what we changed and what we did not.',
  ),
);

export const rollbackInsight = reading(
  'Four pilots that went back a step, and why that was the best week of the project.',
  'Draft for comment',
  section(
    'Going back is a feature',
    'In four pilots we followed, the team returned to an earlier version at least once. In each case the return took less than a day, because somebody had kept the old model, prompt and settings together and had tried the way back before it was needed.',
    bullets(
      'The library kept yesterday’s version ready for a week after each change.',
      'The clinic printed the three sentences staff should say.',
      'The grants team practised on a Thursday, when queues are short.',
      'The council could not go back: the supplier had replaced the model for everybody. It now buys notice and a test window.',
    ),
  ),
  section(
    'What to keep',
    'Keep the version, the prompt, the settings, the test set and the date, under one name. If a result can be explained next year, it can be undone next week.',
  ),
);

export const oversightLetterFifteen = reading(
  'Notes on review boards that meet too rarely, and a form that got shorter.',
  'Issue 15, in preparation',
  section(
    'In this issue',
    'A review board in the Midlands moved from quarterly meetings to a weekly half-hour. Fewer cases wait, and members say that they disagree more, which they count as success.',
    'We also look at an intake form that lost eleven of its nineteen questions. Proposals went up by a third in two months; refusals stayed the same (both figures are the board’s own count).',
  ),
  section('Still to come', bullets('An interview with a board’s outside member.', 'Dates for the autumn clinics.')),
);
