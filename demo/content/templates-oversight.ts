import { bullets, table } from '../documents/document.ts';
import { page, questions, register, template } from '../documents/template.ts';

export const modelOversightRegister = template({
  format: 'xlsx',
  subtitle: 'One register for every model in use, with the person who can switch it off.',
  edition: 'Edition 4',
  purpose: [
    'When something goes wrong, the first questions are simple: what is it, who answers for it, what evidence did we have, and who can stop it. A register answers them in a minute.',
    'It covers models you built, bought, or got inside other software. A spreadsheet kept up to date beats a system nobody opens.',
  ],
  howToUse: [
    'Start with what is live today. Ask every team, and ask about features inside ordinary software.',
    'Fill in one row for each use, not for each product: one product may serve three purposes.',
    'Leave nothing blank. “Not known” is an answer, with a name and a date beside it.',
    'Bring the sheet to the monthly oversight meeting and read out only what changed.',
  ],
  parts: [
    register(
      'Register',
      'One row for each use of a model.',
      ['Use', 'Owner', 'Who can switch it off', 'People affected', 'Evidence seen', 'Tier', 'Next review'],
      [
        [
          'Rank repair requests by urgency',
          'Head of Repairs',
          'Duty manager, any hour',
          'Tenants; repair crews',
          'Test on 600 past requests',
          'High',
          'In 3 months',
        ],
        [
          'Draft letters to tenants',
          'Complaints lead',
          'Complaints lead',
          'Tenants',
          'Sample of 50 letters',
          'Medium',
          'In 6 months',
        ],
        [
          'Spot duplicate invoices',
          'Finance lead',
          'Finance lead',
          'Suppliers',
          'Supplier’s report only',
          'Low',
          'In 12 months',
        ],
      ],
    ),
    register(
      'Changes and incidents',
      'A new model version, a new purpose, a complaint or a pause: one line each.',
      ['Date', 'Use', 'What happened', 'What was decided', 'By whom'],
      [
        [
          '3 March',
          'Rank repair requests',
          'Supplier changed the model',
          'Re-test before use; manual ranking for 4 days',
          'Head of Repairs',
        ],
        ['19 March', 'Draft letters', 'Tenant complained about tone', 'Two paragraphs withdrawn', 'Complaints lead'],
      ],
    ),
    page(
      'Tiers',
      'The tier decides how often a use is reviewed and by whom.',
      table(
        'What puts a use in a tier',
        ['Tier', 'It touches', 'Review'],
        [
          ['High', 'Rights, money, safety, work or access to a service', 'Every 3 months, by the review board'],
          ['Medium', 'What people are told, or how long they wait', 'Every 6 months, by the owner and one outsider'],
          ['Low', 'Internal work that a person checks anyway', 'Every 12 months, by the owner'],
        ],
      ),
    ),
  ],
  exampleOf: 'Three uses at a housing association with 9,000 homes.',
  signOff: [
    ['Executive who answers for AI', 'the register is complete as far as they know'],
    ['Owners', 'each row they own is true today'],
  ],
  review:
    'Read the whole register once a quarter, aloud. Rows whose review date has passed are reported to the executive by name.',
});

export const escalationPlan = template({
  format: 'docx',
  subtitle: 'Who is called, what they see and how quickly they must act when a system is unsure.',
  edition: 'Edition 2',
  purpose: [
    '“A person is in the loop” means little until you can say which person, with what information, how soon, and what they may change. This plan writes that down before launch.',
  ],
  howToUse: [
    'List the moments at which the system should stop and ask. Use real cases from the pilot.',
    'For each, name a role on duty, never a mailbox, and the time allowed.',
    'Check that the person sees what the system saw, and can decide otherwise without asking.',
    'Rehearse two cases with the people named, one of them in which the system is confidently wrong.',
  ],
  parts: [
    register(
      'Moments that stop the system',
      'Start from what could harm somebody, not from the score the system reports.',
      ['Trigger', 'Who is called', 'Must act within', 'What they see', 'May decide'],
      [
        [
          'Words that suggest danger to a person',
          'Duty social worker',
          '15 minutes',
          'Full message, caller’s history',
          'Call out, phone back, pass on',
        ],
        [
          'Score between 40 and 60',
          'Team leader',
          '4 working hours',
          'Message, the two likeliest categories, similar cases',
          'Either category, or neither',
        ],
        [
          'Message in a language the system was not tested on',
          'Team leader',
          '1 working day',
          'Original text and a person’s translation',
          'Route by hand',
        ],
      ],
    ),
    questions('Load and cover', 'An escalation that nobody has time for is a delay with a name.', [
      [
        'How many escalations a day do you expect, and how many can be handled well?',
        'About 14 on weekdays. One person can handle 20 if nothing else is planned.',
      ],
      ['Who covers nights, illness and leave?', 'The regional duty desk, trained in March, with the same screen.'],
      [
        'What happens when the limit is passed?',
        'The system stops ranking and everything goes to the ordinary queue, oldest first.',
      ],
    ]),
    page(
      'Signs that oversight is fading',
      'Look at these once a month. Each one is a reason to talk, not to blame.',
      bullets(
        'Overrides fall towards zero while complaints do not.',
        'Decisions take a few seconds each, whatever the case.',
        'Notes say “agreed” and nothing more.',
        'The same person has covered every night for a month.',
      ),
    ),
  ],
  exampleOf: 'A children’s helpline uses a model to order incoming messages.',
  signOff: [
    ['Service owner', 'the people named have the time and the authority'],
    ['Staff representative', 'duties and cover were discussed with those on the rota'],
  ],
  review: 'Review after the first fortnight, after every serious case, and whenever the rota or the model changes.',
});

export const impactAssessment = template({
  format: 'docx',
  subtitle: 'Who gains, who bears the risk, and what evidence would change your mind.',
  edition: 'Edition 2',
  purpose: [
    'An impact assessment looks at people first: those a system decides about, those who work with it, and those who never see it but live with the result.',
    'Use it for any use that affects rights, money, work, safety or access to a service. It takes two meetings and some honest disagreement.',
  ],
  howToUse: [
    'Invite at least one person with frontline knowledge and one from a group affected. Pay or release them for the time.',
    'Fill in part 1 before the first meeting and part 2 in it.',
    'Between the meetings, look for evidence on the two effects people argued about most.',
    'Close with a decision: go, change or stop. Write the reasons, including those that lost.',
  ],
  parts: [
    questions('Part 1: purpose and people', 'Plain words; no product names.', [
      [
        'What decision changes, and who makes it today?',
        'Which benefit claims are checked first. Today: date order, by six officers.',
      ],
      [
        'What would be better for the public if it worked?',
        'Claims with missing papers would be spotted in days, so that people could send them sooner.',
      ],
      ['Who is affected without being a user?', 'Claimants’ families; advice centres that answer their calls.'],
      [
        'What is the best option without AI?',
        'A checklist at submission. It would catch about half of missing papers (estimate).',
      ],
    ]),
    register(
      'Part 2: effects on groups',
      'One row for each effect, good or bad. Say how you know.',
      ['Group', 'Effect', 'How we know', 'Size', 'What we will do'],
      [
        [
          'Claimants with irregular work',
          'More often sent to checks',
          'Test on last year’s claims',
          'Large',
          'Remove the income-change feature; test again',
        ],
        [
          'Officers',
          'Less choice in the order of work',
          'Two team meetings',
          'Medium',
          'Officers may reorder a tenth each day',
        ],
        ['People who write in Welsh', 'Not known', 'No data', 'Not known', 'Keep out of the pilot until tested'],
      ],
    ),
    page(
      'Part 3: decision',
      'Circle one, and give the reasons in full sentences.',
      table(
        'Decision and conditions',
        ['Decision', 'Conditions', 'Who checks them, and when'],
        [
          ['Go', '', ''],
          ['Go with changes', '', ''],
          ['Stop', '', ''],
        ],
      ),
      bullets(
        'Which evidence would make us stop after launch?',
        'Who outside the team has read this assessment?',
        'Where can people affected read a summary?',
      ),
    ),
  ],
  exampleOf: 'A benefits office considers a model that suggests which claims to check first.',
  signOff: [
    ['Service owner', 'the decision and its reasons are recorded'],
    ['Reviewer from outside the team', 'effects on groups were looked for, not assumed'],
    ['Executive who answers for AI', 'remaining risk is within the stated tolerance'],
  ],
  review:
    'Repeat part 2 three and twelve months after launch with real figures, and compare them with what you expected.',
});
