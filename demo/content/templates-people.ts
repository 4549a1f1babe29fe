import { bullets, table } from '../documents/document.ts';
import { page, questions, register, template } from '../documents/template.ts';

export const staffConsultationPlan = template({
  format: 'docx',
  subtitle: 'Talk with the people whose work will change, early enough for it to matter.',
  edition: 'Edition 2',
  purpose: [
    'Consultation after the contract is signed is information. This plan puts the conversation where choices are still open, and shows staff what became of their answers.',
  ],
  howToUse: [
    'Write down which choices are still open. If none is, say so and do not call it consultation.',
    'Plan three rounds: before buying, during the pilot, and after three months of use.',
    'Offer at least one way to speak without a manager in the room.',
    'After each round publish “you said, we did, we did not, because”.',
  ],
  parts: [
    questions('What is open', 'Be exact; vague offers cost trust.', [
      [
        'Which tasks change, for whom, from when?',
        'Booking clerks stop typing referrals; from October, in two clinics.',
      ],
      ['What can staff still change?', 'Which referrals are included, the check at the end, the pace, the training.'],
      ['What is decided, and why?', 'Paper referrals end by law next year.'],
      [
        'What happens to time saved?',
        'Calls to patients who missed appointments; no posts are cut. Minuted on 4 June.',
      ],
    ]),
    register(
      'Rounds',
      'Times when people on shifts can come.',
      ['Round', 'Who', 'How', 'Question', 'Reply by'],
      [
        [
          'Before buying',
          '14 clerks, union',
          'Two meetings, one form without names',
          'Which referrals would you never give to a machine?',
          '2 weeks',
        ],
        ['Pilot', '6 clerks in two clinics', 'Weekly quarter of an hour', 'What did you correct this week?', '2 days'],
        ['After 3 months', 'All clerks', 'Survey and visit', 'Is the work better, worse or different?', '3 weeks'],
      ],
    ),
    register(
      'You said, we did',
      'Published after each round, including what was refused.',
      ['You said', 'We did', 'We did not, because'],
      [
        ['Handwritten letters come out wrong', 'Left out of the pilot', ''],
        ['We want to switch it off on busy days', 'A switch for the shift lead', ''],
        ['Pay a supplement for checking', '', 'Pay is settled nationally; raised with the pay body'],
      ],
    ),
  ],
  exampleOf: 'A group of clinics introduces a tool that reads referral letters.',
  signOff: [
    ['Head of service', 'open choices are open'],
    ['Staff representative', 'rounds were held as planned and answers published'],
  ],
  review: 'After each round, ask two people who took part whether they would again. Their answer is the measure.',
});

export const noticeWordingKit = template({
  format: 'docx',
  subtitle: 'Short notices for forms, chats, letters and doors, and a way to test them.',
  edition: 'Edition 2',
  purpose: [
    'People have a right to understand when a machine is involved, and no time to read about it. These notices use one or two sentences, name a person, and have a place to put them.',
  ],
  howToUse: [
    'Pick the notice for the moment: before, during or after the system acts.',
    'Fill in the brackets. Read it aloud; if you run out of breath, cut it.',
    'Test it with five people, one of whom uses a screen reader and one of whom reads in a second language.',
    'Keep the versions: people will ask what they were told.',
  ],
  parts: [
    page(
      'Notices',
      'Sentences to copy.',
      table(
        'Where to put which words',
        ['Moment', 'Words'],
        [
          [
            'Start of a chat',
            'You are talking with an automated assistant. Type “person” at any time and [team] will take over, [hours].',
          ],
          ['Form', 'A computer program sorts this form so that urgent ones are read first. A person reads every form.'],
          [
            'Letter after a decision',
            'A computer program helped us prepare this decision. [Name] checked it. To question it, call [number] by [date]; you do not need a reason.',
          ],
          [
            'Recorded call',
            'A program writes down this call. You can ask us to switch it off, and it makes no difference to your request.',
          ],
          ['Picture or film', 'This picture was made with a computer program.'],
        ],
      ),
      bullets(
        'Avoid “may use”, “advanced”, “to improve your experience”.',
        'Never say that a person decides unless the person can decide otherwise.',
      ),
    ),
    questions('Test with five people', 'Show the notice for ten seconds, take it away, then ask.', [
      [
        'What is the machine doing?',
        'Four of five: “sorting”. One: “deciding”. The word “urgent” was moved to the front.',
      ],
      [
        'What can you do if you disagree?',
        'Five of five found the number. Two asked whether it costs money; “free” was added.',
      ],
      ['Would you trust the result more or less?', 'Mixed. Two said “more, because you told me”.'],
    ]),
  ],
  exampleOf: 'The notice on a housing form, tested in a waiting room.',
  signOff: [
    ['Service owner', 'the notice is true'],
    ['Accessibility lead', 'it was tested with people, including those who use assistive technology'],
  ],
  review:
    'Review when the system, the law or the route to a person changes. Call the number in the notice once a quarter.',
});

export const skillsMap = template({
  format: 'xlsx',
  subtitle: 'Which role needs to know what, who holds it today, and how the gap will be closed.',
  edition: 'Edition 1',
  purpose: [
    'Skills for AI are wider than data science: somebody must read a contract, spot a wrong answer at speed, and explain a decision to a resident. The map lists them by role and shows where one person’s holiday is a risk.',
  ],
  howToUse: [
    'List the AI decisions you expect in the next year, and the skill each needs.',
    'Write down who holds each skill today and who stands in. No names in the second column means a gap.',
    'Choose for each gap: train, hire, borrow, or do not do it.',
    'Check by practice: can the person show it on a real case?',
  ],
  parts: [
    register(
      'Map',
      'Level 1 knows about it, 2 does it with help, 3 does it alone, 4 teaches it.',
      ['Role', 'Skill', 'Needed level', 'Held by', 'Level', 'Stand-in', 'Plan'],
      [
        [
          'Contract lead',
          'Reads model terms and exit clauses',
          '3',
          'D. Okafor',
          '2',
          'None',
          'Borrow from partner council; course in May',
        ],
        ['Team leader', 'Notices fading oversight', '3', 'Four leaders', '2', 'Each other', 'Practice cases, monthly'],
        ['Data analyst', 'Measures results by group', '3', 'L. Brandt', '3', 'None', 'Pair with second analyst'],
        ['Adviser', 'Explains a decision in plain words', '3', 'All', '2', 'All', 'Notice workshop'],
      ],
    ),
    register(
      'Learning paths',
      'One practical task for each path; a certificate is not a task.',
      ['Role', 'Path', 'Practical task', 'Hours', 'Done by'],
      [
        [
          'Adviser',
          'What it does well and badly; our rules; how to object',
          'Correct five planted errors',
          '2',
          '12 of 20',
        ],
        ['Approver', 'Law, risk tiers, reasons', 'Decide three past proposals and compare', '4', '3 of 5'],
      ],
    ),
  ],
  exampleOf: 'An advice charity with 40 staff.',
  signOff: [
    ['People lead', 'every needed skill has a holder, a stand-in or a plan'],
    ['Heads of team', 'levels were seen in practice'],
  ],
  review: 'Quarterly, from incidents and feedback. Remove skills nobody has needed for a year.',
});
