import { bullets, table } from '../documents/document.ts';
import { page, questions, register, template } from '../documents/template.ts';

export const riskRegister = template({
  format: 'xlsx',
  subtitle: 'One scoring method, a stated tolerance and a name for every risk above it.',
  edition: 'Edition 3',
  purpose: [
    'A risk list is useful when two people score the same risk alike and when somebody must sign for the ones left open. This workbook holds the list, the scale and the signatures.',
  ],
  howToUse: [
    'Agree the scale with three teams before scoring anything; adjust the words until they agree.',
    'Describe each risk as cause, event and effect on people. “Bias” is a topic, not a risk.',
    'Choose one or two measures for each risk above tolerance, and a date by which you will have figures.',
    'Update the sheet within five working days of an incident or near miss.',
  ],
  parts: [
    register(
      'Risks',
      'Likelihood and effect from 1 to 5; the score is their product. Tolerance: 9.',
      [
        'Use',
        'Because of … there may be … so that …',
        'Likelihood',
        'Effect',
        'Score',
        'Treatment',
        'Measure',
        'Owner',
      ],
      [
        [
          'Shift planner',
          'Because past rotas favoured some staff, the plan may repeat it, so that carers with children get fewer day shifts',
          '4',
          '3',
          '12',
          'Rule on fair rotation; monthly check',
          'Day shifts by group',
          'Ward manager',
        ],
        [
          'Letter drafter',
          'Because checks are hurried on Fridays, wrong dates may go out, so that people miss appointments',
          '3',
          '3',
          '9',
          'No sending after 4 pm without a second reader',
          'Corrections per 100 letters',
          'Admin lead',
        ],
        [
          'Supplier chat',
          'Because the supplier may end the product, answers may stop, so that calls double',
          '2',
          '4',
          '8',
          'Exit terms; page of answers kept by us',
          'Days to switch',
          'Contract lead',
        ],
      ],
    ),
    register(
      'Accepted above tolerance',
      'A risk above tolerance needs a signature, a reason and an end date.',
      ['Risk', 'Score', 'Why it is accepted', 'Until', 'Signed by'],
      [
        [
          'Shift planner',
          '12',
          'Treatment starts with the June rota; manual check until then',
          '1 July',
          'Chief nurse',
        ],
      ],
    ),
    page(
      'Scale',
      'Use these words; add examples from your own work.',
      table(
        'What the numbers mean',
        ['Number', 'Likelihood', 'Effect on a person'],
        [
          ['1', 'Less than once in five years', 'Noticed and forgotten'],
          ['2', 'Once in two years', 'Costs an hour or a phone call'],
          ['3', 'Once a year', 'Costs money, work or a missed appointment'],
          ['4', 'Once a month', 'Loses a right, a job or a home for a time'],
          ['5', 'Every week', 'Cannot be undone'],
        ],
      ),
    ),
  ],
  exampleOf: 'Three risks at a hospital trust.',
  signOff: [
    ['Risk lead', 'scores were agreed in a group that included people doing the work'],
    ['Executive who answers for AI', 'risks above tolerance are accepted knowingly'],
  ],
  review:
    'Monthly for scores above tolerance, quarterly for the rest. Once a year, rescore ten closed risks blind and compare.',
});

export const supplierQuestionnaire = template({
  format: 'xlsx',
  subtitle: 'Questions for suppliers, with what a good answer sounds like and a place to score it.',
  edition: 'Edition 2',
  purpose: [
    'Suppliers answer the questions they are asked. Send these before the demonstration, while you can still walk away, and score the answers in the same words for everybody.',
  ],
  howToUse: [
    'Delete questions that do not matter for your use. Six good questions get better answers than thirty.',
    'Ask for evidence, not assurance: a test report, a clause, a named person.',
    'Score each answer 0 (none), 1 (said), 2 (shown). Two people score apart and then compare.',
    'Attach the answers to the contract.',
  ],
  parts: [
    register(
      'Data and training',
      'Where data comes from and where yours goes.',
      ['Question', 'A good answer includes', 'Supplier’s answer', 'Score'],
      [
        [
          'What data was the model trained and tested on?',
          'Sources, dates, known gaps',
          'Public text to mid-2025; test set described in annex B',
          '2',
        ],
        ['Do you train on our data?', 'No by default, in the contract', 'No; clause 7.2', '2'],
        ['How do we get our data out and deleted?', 'Format, time limit, written proof', 'On request', '1'],
      ],
    ),
    register(
      'Testing and limits',
      'What it does badly is what you need to know.',
      ['Question', 'A good answer includes', 'Supplier’s answer', 'Score'],
      [
        ['For which groups or languages is it weaker?', 'Figures by group', 'Not measured', '0'],
        ['What should it not be used for?', 'A list, in the contract', 'Listed in the manual', '1'],
        [
          'How were attacks tested, and by whom?',
          'Report by somebody independent',
          'Report of March, summary shared',
          '2',
        ],
      ],
    ),
    register(
      'Running and leaving',
      'Changes, incidents and the end.',
      ['Question', 'A good answer includes', 'Supplier’s answer', 'Score'],
      [
        ['How do you tell us before a model changes?', 'Notice of 30 days and a test window', '14 days by e-mail', '1'],
        ['Who calls us about an incident, and when?', 'Name, within 24 hours', 'Service desk, 24 hours', '2'],
        ['What does leaving cost and take?', 'Price, weeks, help offered', 'Not stated', '0'],
      ],
    ),
  ],
  exampleOf: 'Answers from one of four bidders for a document search service.',
  signOff: [
    ['Buyer', 'every bidder got the same questions'],
    ['Technical lead and legal lead', 'scores rest on evidence that was read'],
  ],
  review:
    'Ask again at each renewal and after each major change. Note which answers turned out wrong; those questions earn more weight next time.',
});

export const monitoringPlan = template({
  format: 'docx',
  subtitle: 'What is watched, by whom, and the figure at which somebody must act.',
  edition: 'Edition 2',
  purpose: [
    'A system that passed its tests in spring meets different people in autumn. This plan names the few figures worth watching, their limits, and the person who acts when one is crossed.',
  ],
  howToUse: [
    'Choose at most eight figures: some for quality, some for fairness, some for people, one for cost.',
    'Set limits from the pilot, not from hope. Say what happens at each limit.',
    'Rehearse a pause: who presses what, what staff say, how work continues.',
    'Look at the figures together once a month, with the complaints beside them.',
  ],
  parts: [
    register(
      'Figures and limits',
      'Warning means talk this week; limit means pause.',
      ['Figure', 'Source', 'Warning', 'Limit', 'Who acts'],
      [
        ['Wrong category in a sample of 50', 'Weekly check', '4', '7', 'Service owner'],
        ['Gap between districts', 'Monthly report', '3 points', '6 points', 'Data lead'],
        ['Overrides by officers', 'System log', 'Under 2 or over 20 in 100', 'Same for two months', 'Team leader'],
        ['Complaints that mention the system', 'Complaints desk', '3 a month', '6 a month', 'Service owner'],
      ],
    ),
    questions('Pausing', 'Write it so that a stand-in could do it at the weekend.', [
      ['Who may pause, and how?', 'Any team leader: switch in the case system, then a message to the owner.'],
      ['How does work continue?', 'Requests go to one queue in order of arrival; two officers move across.'],
      [
        'Who decides on restart, and what must they see?',
        'The owner, with the cause written down and the failed check passed twice.',
      ],
    ]),
    page(
      'Records to keep',
      'Enough to explain a decision later, and no more.',
      bullets(
        'Version of model, prompt and settings, with dates.',
        'Input, output and what the person decided, for as long as decisions can be appealed.',
        'Each warning, each pause, and what was done.',
      ),
    ),
  ],
  exampleOf: 'A council watches a model that sorts reports of damaged pavements.',
  signOff: [
    ['Service owner', 'figures are read monthly and limits are acted upon'],
    ['Technical lead', 'each figure can be produced from the logs'],
  ],
  review: 'Review limits every six months against what happened. A figure that never moved may be measuring nothing.',
});
