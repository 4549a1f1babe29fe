import { bullets, note, table } from '../documents/document.ts';
import { page, questions, register, template } from '../documents/template.ts';

export const useIntakeForm = template({
  format: 'docx',
  subtitle: 'One page to propose a use of AI, and three tiers that decide who may say yes.',
  edition: 'Edition 5',
  purpose: [
    'People stop asking for permission when asking takes weeks. This form takes twenty minutes, reaches a named person and gets an answer within five working days.',
    'It covers new tools, new features in existing software and new purposes for a tool you already have.',
  ],
  howToUse: [
    'The person who wants the use fills in part 1. No technical knowledge is needed.',
    'The named approver for the tier fills in part 2 and replies with reasons, whatever the answer.',
    'Both parts go into the register on the day of the decision.',
  ],
  parts: [
    questions('Part 1: the proposal', 'Short answers. If you do not know, say who might.', [
      [
        'What problem does this solve, and for whom?',
        'Minutes of 30 residents’ meetings a month are late by two weeks; residents chase us.',
      ],
      [
        'What would the tool do, and what would a person still do?',
        'Write a first draft from the recording. The clerk checks names, decisions and tone.',
      ],
      ['Which data goes in?', 'Recordings of public meetings. Private sessions are left out.'],
      ['What is the most likely way it goes wrong?', 'A decision is recorded that nobody took.'],
      ['Would a non-AI option do?', 'A shorter minute format would save half the time. We will do that as well.'],
    ]),
    page(
      'Part 2: tier and answer',
      'Choose the highest line that applies.',
      table(
        'Tiers and approvers',
        ['Tier', 'Applies when', 'Approver'],
        [
          ['Red', 'Banned by law or by our rules', 'Nobody. Reply the same day.'],
          ['Amber', 'Affects rights, money, work, safety or access to a service', 'Review board'],
          ['Blue', 'Uses personal data, or speaks to the public', 'Head of service and data protection lead'],
          ['Green', 'Internal help that a person checks', 'Line manager'],
        ],
      ),
      bullets('Answer: yes, yes with conditions, not yet, no.', 'Reasons, in two sentences.', 'Review date.'),
    ),
  ],
  exampleOf: 'A clerk asks to use a transcription tool for public meetings.',
  signOff: [
    ['Proposer', 'part 1 is true and nothing is used before the answer'],
    ['Approver', 'the tier is right and the reasons are written down'],
  ],
  review:
    'Once a year, reread twenty answers. Were tiers applied evenly? How many took longer than five days? Publish both numbers to staff.',
});

export const policyStarter = template({
  format: 'docx',
  subtitle: 'A two-page policy you can finish in a week, with notes on what to argue about.',
  edition: 'Edition 3',
  purpose: [
    'A policy that people can remember does more than one that covers everything. This starter gives eight short clauses, each with a choice to make and a note on why it matters.',
  ],
  howToUse: [
    'Take the clauses to three very different teams and ask what each would change in their week.',
    'Settle the choices in square brackets. Delete a clause rather than leave it vague.',
    'Test the final text: give it to a new colleague with five situations and see whether they decide as you would.',
    'Publish it where people work, with the name of somebody to ask.',
  ],
  parts: [
    page(
      'The clauses',
      'Replace what stands in square brackets.',
      bullets(
        'Why. We use AI to [purpose], and not to [excluded purpose].',
        'Who answers. [Role] answers for every use and may pause any of them.',
        'What you may do today without asking: [list]. What needs a yes first: [list]. What is not allowed: [list].',
        'What never goes into a tool that we have not approved: [personal data, passwords, unpublished decisions].',
        'A person checks. Whoever sends or signs something has read it and answers for it.',
        'Say so. We tell people when [a system talks to them or shaped a decision about them].',
        'Speak up. Tell [name] about anything odd. Nobody is blamed for asking or for stopping.',
        'Review. This text is read again on [date] by [people], including staff who use the tools.',
      ),
      note('If a clause cannot be checked by anybody, it is a wish. Rewrite it until it can.'),
    ),
    questions('Choices to settle', 'One sentence each; they become part of the policy.', [
      [
        'Which uses are ruled out even if they are lawful?',
        'Scoring the mood of staff or callers; anything that decides on dismissal.',
      ],
      ['May staff use their own accounts?', 'No. Approved accounts are free to staff and set up within a day.'],
      [
        'How will you know the policy is followed?',
        'Two questions in the yearly staff survey and a sample of 20 documents a quarter.',
      ],
    ]),
  ],
  exampleOf: 'A charity of 60 people settles the three choices.',
  signOff: [
    ['Chief executive', 'the policy applies to everybody, including the leadership'],
    ['Staff representative', 'the text was discussed with the teams named'],
  ],
  review:
    'Review after six months and then yearly, or when a new kind of tool arrives. Keep old versions, so that it stays clear which rules held when.',
});

export const pilotExitTests = template({
  format: 'xlsx',
  subtitle: 'Agree what counts as success, change or stop before the first user logs in.',
  edition: 'Edition 2',
  purpose: [
    'Pilots rarely fail; they fade into services nobody decided to launch. This sheet fixes the tests, the limits and the date of the decision while everybody is still neutral.',
  ],
  howToUse: [
    'Write the tests with the people who will run the service and one person who doubts it.',
    'For each test set three limits: go, change, stop. Include at least one measure of harm.',
    'Lock the sheet on the day the pilot begins. Later changes are added below, with reasons.',
    'On the date given, fill in the results and decide. “A little longer” is a decision too: it needs new limits.',
  ],
  parts: [
    register(
      'Exit tests',
      'Between four and eight tests are enough.',
      ['Test', 'How it is measured', 'Go if', 'Change if', 'Stop if', 'Result'],
      [
        ['Answers are right', '200 checked answers, by two people', '95 or more in 100', '90 to 94', 'Under 90', '96'],
        ['Same quality for all groups', 'Gap between best and worst group', 'Up to 3 points', '4 to 6', 'Over 6', '5'],
        [
          'People can reach a person',
          'Test calls, all weekdays',
          'All within 5 minutes',
          'One in ten late',
          'More late',
          'All in time',
        ],
        ['Staff time', 'Minutes per case, including checks', '2 or more saved', '0 to 1 saved', 'None saved', '1.4'],
      ],
    ),
    register(
      'Decision',
      'Filled in at the end, in the meeting.',
      ['Date', 'Decision', 'Reasons', 'Conditions', 'Decided by'],
      [
        [
          '30 May',
          'Change',
          'Gap between groups; little time saved',
          'New test set for second-language callers; decide again on 30 June',
          'Service board',
        ],
      ],
    ),
  ],
  exampleOf: 'A library tries an assistant that answers membership questions.',
  signOff: [
    ['Service owner', 'limits were fixed before the pilot began'],
    ['Technical lead', 'results were measured as described'],
  ],
  review:
    'Three months after launch, run the same tests on live use. A result in the “stop” column stops the service, as it would have stopped the pilot.',
});
