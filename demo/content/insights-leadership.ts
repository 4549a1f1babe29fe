import { bullets, note, reading, section, table } from '../documents/document.ts';

export const fiveClauses = reading(
  'Suppliers will move on these five, if you ask before the price is settled.',
  'Insight 7',
  section(
    'Before the price',
    'Standard terms are written for the average buyer’s lawyer. Most clauses will not matter to you. Five will, and they are cheapest to change while the supplier still wants your name.',
  ),
  section(
    '1. Tell us before the model changes',
    'Ask for 30 days, a test window and the right to stay on the old version for a while. Expect: “we update continuously”. Answer: “not what alters results for the public”. A fair compromise is notice for changes that move your own test set by more than an agreed amount.',
  ),
  section(
    '2. Ours is ours',
    'No training on your data, prompts or corrections without a yes for a named purpose. Corrections are forgotten most often, and they are the most valuable.',
  ),
  section(
    '3. We may look, and we may talk',
    'The right to test, to bring somebody independent, and to publish a summary. Expect: “subject to approval”. Answer: “of facts, within ten days”.',
  ),
  section(
    '4. Records without you',
    'Input, output, version and time for each result, exportable by your staff on an ordinary day. You will need them when the supplier is busy, sold or gone.',
  ),
  section(
    '5. A door',
    'A known price for leaving, help for 60 days, open formats, deletion in writing. Ask to see the door before you go in: a sample export tells more than the clause.',
  ),
  section(
    'How to trade',
    table(
      'What to give for what you get',
      ['You want', 'You can offer'],
      [
        ['Notice of changes', 'A kept test set and quick results'],
        ['Right to publish', 'A reference, if all goes well'],
        ['Fair exit', 'A longer first term'],
      ],
    ),
    bullets(
      'Put the five on one page and send it with the invitation.',
      'Score the answers like any other criterion.',
      'If you buy small, buy with others.',
    ),
    note('Not legal advice. Take the page to your lawyer, who will be glad of it.'),
  ),
);

export const onePageReport = reading(
  'Uses, benefit, harm, incidents, decisions: a quarterly page leaders will read.',
  'Insight 10',
  section(
    'One page, always the same',
    'Leaders get too much about AI and too little they can act on. One page a quarter, with the same five boxes in the same places, lets them see movement at a glance.',
    table(
      'The five boxes',
      ['Box', 'Holds', 'Length'],
      [
        ['In use', 'Number by tier; started, paused, ended', '3 lines'],
        ['Benefit', 'Two figures, with aim and starting value', '2 lines'],
        ['Harm', 'Two figures, with limit and starting value', '2 lines'],
        ['Went wrong', 'Date, who was affected, what changed', 'up to 4 lines'],
        ['Decide', 'What you need from them, with a name', 'up to 3 lines'],
      ],
    ),
  ),
  section(
    'Rules of the page',
    bullets(
      'Harm and benefit have the same size of type.',
      'Averages come with the worst group beside them.',
      'No colours without numbers. Green is an opinion.',
      'What is late carries the owner’s name, the executive’s included.',
      'Last quarter’s decisions are on the back, with what became of them.',
    ),
  ),
  section(
    'Filled in',
    'In use: high 4, medium 11, low 23; ended one, paused one. Benefit: first reply in 6 days (aim 5, was 11); found in search 63 in 100 (aim 70, was 44). Harm: corrections 5 per 100 (limit 4, was 2); gap between areas 3 days (limit 2, was 1). Went wrong: 4 March, wrong clinic in 61 reminders; all called, test added. Decide: no growth of drafting until corrections are under 4 (Head of Grants). (Illustrative.)',
    'The board in this example took four minutes. It asked one question, about the gap between areas, and asked it again the next quarter. That is what a page is for.',
  ),
  section(
    'Starting',
    'Fill in the first one alone, in an hour, with what you know. Leave gaps visible. “Not measured” in the harm box, twice in a row, does more than any policy.',
    note('Send it to staff on the same day as to the board.'),
  ),
);
