import { table } from '../documents/document.ts';
import { page, questions, register, template } from '../documents/template.ts';

export const dataProtectionWorksheet = template({
  format: 'docx',
  subtitle: 'Prompts, risk ratings and sign-off for teams that want to use generative tools with personal data.',
  edition: 'Edition 3',
  purpose: [
    'Generative tools take in whatever people type. Names, case notes and complaints can leave your systems in one paste, and what comes back may be wrong about a real person.',
    'This worksheet helps a team describe the use, find what could go wrong for individuals, and agree what must be true before anyone starts. It prepares the formal assessment your data protection lead may need; it does not replace it.',
  ],
  howToUse: [
    'Fill in part 1 with somebody who does the work today. Describe the task, not the product.',
    'Complete part 2 with the supplier’s documents open. Write “not known” rather than guess; each “not known” becomes an action.',
    'Rate the risks in part 3 as a group. Rate first without safeguards, then with them.',
    'Take the worksheet to the people in the sign-off table before the pilot, not after it.',
  ],
  parts: [
    questions('Part 1: the use', 'Keep each answer to two or three sentences.', [
      [
        'What task will the tool help with, and who does it now?',
        'Drafting first replies to housing complaints. Six complaint officers write about 40 a week.',
      ],
      [
        'Whose personal data could be entered?',
        'Tenants and neighbours named in complaints. Some complaints mention health or disability.',
      ],
      [
        'What is the least data that would still work?',
        'The complaint with names, addresses and case numbers removed, and a short list of the facts to answer.',
      ],
      [
        'Could the aim be met well without the tool?',
        'Partly: a set of model paragraphs covers about half of replies. We will use those first.',
      ],
    ]),
    questions('Part 2: where the data goes', 'Ask the supplier in writing and keep the answers with this worksheet.', [
      [
        'Where is the data processed and kept, and for how long?',
        'In two regions named in the contract. Prompts are kept for 30 days for abuse checks.',
      ],
      [
        'Is it used to train or improve a model?',
        'No, by contract. The setting is on by default for single accounts, so single accounts are not allowed.',
      ],
      ['Who at the supplier can read it?', 'Support staff on request with our approval. Requests are logged.'],
    ]),
    register(
      'Part 3: risks to people',
      'Rate likelihood and effect from 1 (low) to 4 (high).',
      ['What could happen to whom', 'Before', 'Safeguard', 'After'],
      [
        [
          'A reply states something untrue about a tenant',
          '12',
          'Officer checks each fact against the file; replies show who checked',
          '4',
        ],
        ['Health details are pasted in', '9', 'Redaction step, ten-minute briefing, monthly sample of prompts', '3'],
        [
          'A tenant cannot find out that a tool was used',
          '8',
          'One sentence in each reply, and a named person to ask',
          '2',
        ],
      ],
    ),
  ],
  exampleOf: 'A housing association wants to draft replies to complaints with a text generator.',
  signOff: [
    ['Service owner', 'the purpose is right and a person checks each output'],
    ['Data protection lead', 'the risks are rated fairly and the remaining ones are acceptable'],
    ['Security lead', 'accounts, settings and logging match part 2'],
  ],
  review:
    'Review after the first month, then every six months, and at once when the supplier changes its terms, the tool gains a new feature or the task changes.',
});

export const dataSetStatement = template({
  format: 'docx',
  subtitle: 'Two pages that tell the next team where a data set came from and what it must not be used for.',
  edition: 'Edition 1',
  purpose: [
    'Data outlives the people who collected it. A short statement travels with the set and answers the questions a careful colleague would ask before using it.',
  ],
  howToUse: [
    'Write one statement for each set that trains, tests or feeds a model, including sets you bought.',
    'Ask the person who collected the data to check the answers.',
    'Keep the statement beside the data, and link to it from your register.',
  ],
  parts: [
    questions('Origin and permission', 'Say what is known, and mark what is believed.', [
      ['Who collected the data, when and why?', 'The parking service, 2021 to 2025, to handle appeals.'],
      [
        'What were people told about its use?',
        'That it would be used to decide their appeal and to improve the service.',
      ],
      [
        'What may it be used for, and what is ruled out?',
        'Ranking appeals for reading order. Ruled out: predicting the outcome of an appeal.',
      ],
    ]),
    questions('Contents and gaps', 'A gap that is written down can be handled.', [
      ['What does one record hold?', 'Ticket number, street, time, reason given, decision. No names or number plates.'],
      [
        'Who is missing or over-represented?',
        'People who paid without appealing are missing. Two city-centre wards make up a third of records.',
      ],
      [
        'Which labels were given by people, and how often did they agree?',
        'Reasons were coded by two officers; they agreed on 83 of 100 sampled records (illustrative).',
      ],
    ]),
    page(
      'Quality checks',
      'Run these before each use and write down the result.',
      table(
        'Checks and results',
        ['Check', 'Expected', 'Found'],
        [
          ['Records without a date', '0', ''],
          ['Records counted twice', 'Under 1 in 1,000', ''],
          ['Share of records for each ward, against the ward’s tickets', 'Within a tenth', ''],
          ['Records past their retention date', '0', ''],
        ],
      ),
    ),
  ],
  exampleOf: 'A council’s parking appeals, prepared for a model that suggests a reading order.',
  signOff: [
    ['Data owner', 'origin, permission and gaps are described truthfully'],
    ['Technical lead', 'the checks were run on the version named here'],
  ],
  review:
    'Review whenever records are added or removed in bulk, and at least once a year. A statement older than a year should stop a release until somebody has read it.',
});

export const threatModelWorksheet = template({
  format: 'xlsx',
  subtitle: 'Name what an attacker, a curious user or a bad document could make your assistant do.',
  edition: 'Edition 2',
  purpose: [
    'A language model follows text, and much of the text it sees is written by strangers. This workbook lists the ways in, the worst likely result and the test that shows whether your safeguard holds.',
  ],
  howToUse: [
    'List every kind of text that reaches the model: typed questions, uploaded files, web pages, records, earlier answers.',
    'For each, ask who can write it and what the model could do with a hidden instruction.',
    'Rate the result, choose a safeguard, and write a test a colleague could repeat.',
    'Run the tests before launch and after each change of model, prompt or connected system.',
  ],
  parts: [
    register(
      'Ways in',
      'One row for each kind of text that reaches the model.',
      ['Text', 'Who can write it', 'What the model can do with it', 'Trust'],
      [
        ['Question typed by a resident', 'Anyone', 'Search help pages, draft an answer', 'None'],
        ['Uploaded PDF of a form', 'Anyone', 'Read, summarise, fill fields', 'None'],
        ['Help pages', 'Web team', 'Quote in answers', 'High'],
      ],
    ),
    register(
      'Threats and tests',
      'Rate from 1 to 4; multiply for the score.',
      ['Threat', 'Worst likely result', 'Likelihood', 'Effect', 'Score', 'Safeguard', 'Test'],
      [
        [
          'Hidden instruction in an upload',
          'Assistant reveals another resident’s summary',
          '3',
          '4',
          '12',
          'Sessions hold one resident’s files only',
          'Upload the ten planted files; none may cross',
        ],
        [
          'Question asks for staff details',
          'Home address of an officer is guessed',
          '2',
          '3',
          '6',
          'No staff records connected',
          'Ask in five ways; answer names the contact page',
        ],
        [
          'Very long input',
          'Service slows for everybody',
          '3',
          '2',
          '6',
          'Length limit and queue',
          'Send the limit plus one',
        ],
      ],
    ),
    page(
      'Words to rate by',
      'Use the same words in every team.',
      table(
        'Scale',
        ['Rating', 'Likelihood', 'Effect'],
        [
          ['1', 'Needs inside help', 'Annoyance'],
          ['2', 'Needs skill and time', 'Wrong answer that is noticed'],
          ['3', 'A curious user could do it', 'Wrong answer that is acted on'],
          ['4', 'Happens by accident', 'Harm to a person, or private data shown'],
        ],
      ),
    ),
  ],
  exampleOf: 'A council assistant that answers questions about benefit forms and reads uploaded documents.',
  signOff: [
    ['Technical lead', 'every way in is listed and each test was run'],
    ['Security lead', 'scores above 8 have a safeguard that was seen to work'],
  ],
  review: 'Repeat the tests at each release. Add a row for every incident and near miss within five working days.',
});
