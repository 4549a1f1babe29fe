import type { CheckContent, CheckPointer, CheckQuestion, CheckSettings } from '#contract/learning/checks-content.ts';
import { defaultCheckSettings } from '#contract/learning/checks-limits.ts';

/** A heading of the resource's text, whose id consists of its words. */
const at = (title: string): CheckPointer => {
  const words = title.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  return { kind: 'heading', section: `section-${words.join('-')}`, title };
};

type Asked = { id: string; text: string; explanation: string; pointer: CheckPointer };

const common = ({ id, text, explanation, pointer }: Asked) => ({ id, text, picture: null, explanation, pointer });

/** A question with one or several right answers, which begin with a plus sign. */
function choice(kind: 'one' | 'several', asked: Asked, answers: readonly string[]): CheckQuestion {
  const options = answers.map((answer) => ({ text: answer.replace(/^\+ /, ''), isRight: answer.startsWith('+ ') }));
  return { kind, ...common(asked), options };
}

const check = (questions: CheckQuestion[], changed: Partial<CheckSettings> = {}): CheckContent => ({
  settings: { ...defaultCheckSettings, ...changed },
  questions,
});

const whenNotToAutomate = check([
  choice(
    'one',
    {
      id: 'enough',
      text: 'How many of the five questions need a clear yes to leave a decision with a person for now?',
      explanation: 'A single clear yes is reason enough, because each question names a harm of its own.',
      pointer: at('Five questions'),
    },
    ['+ One', 'Three of the five', 'All five', 'As many as the team agrees'],
  ),
  choice(
    'several',
    {
      id: 'five',
      text: 'Which of these are among the five questions?',
      explanation: 'Cost and speed are not among them: the test asks about people and about errors.',
      pointer: at('Five questions'),
    },
    [
      '+ Would a wrong result be hard to notice, or impossible to undo?',
      '+ Is being heard part of what people come for?',
      'Would automation be cheaper than the work of today?',
      '+ Do experienced people disagree about what is right, for good reasons?',
      'Have other services automated the same decision?',
    ],
  ),
  {
    kind: 'match',
    ...common({
      id: 'examples',
      text: 'What does the text conclude in each example?',
      explanation:
        'The damp visits show the middle: a program suggests half of them, because silence would hide the rest.',
      pointer: at('Three worked examples'),
    }),
    pairs: [
      { left: 'Replacing a lost library card', right: 'Automate it' },
      { left: 'Choosing tenants for a visit about damp', right: 'Let a program suggest half' },
      { left: 'Telling a family that a place was refused', right: 'A person makes the call' },
    ],
  },
  {
    kind: 'true_false',
    ...common({
      id: 'help',
      text: 'Not to automate a decision means to work on it without the help of a program.',
      explanation: 'A program may find papers, check sums or fill in the letter. A person weighs the situation.',
      pointer: at('A middle way'),
    }),
    isTrue: false,
  },
  {
    kind: 'order',
    ...common({
      id: 'half-hour',
      text: 'Put the steps of the half hour in order.',
      explanation:
        'The case comes first, and paper comes before talk, so that the most experienced voice does not answer for all.',
      pointer: at('How to hold the half hour'),
    }),
    items: ['Read one real case', 'Read the five questions', 'Answer each on paper', 'Speak about the answers'],
  },
  choice(
    'one',
    {
      id: 'majority',
      text: 'Two of three colleagues answer no. One describes a person for whom the answer would be yes, and the others can picture that person. What is the answer?',
      explanation: 'A yes needs no majority. The described person is written down in a sentence.',
      pointer: at('How to hold the half hour'),
    },
    ['+ Yes', 'No, by majority', 'Open, until a manager decides'],
  ),
  choice(
    'one',
    {
      id: 'few-people',
      text: 'What does the text advise where there are too few people for the decisions?',
      explanation: 'Forms, papers and reminders often give back just the hours that the decision needs.',
      pointer: at('What people say against it'),
    },
    [
      '+ Automate around the decision first',
      'Automate the decision, with a human check',
      'Close the queue until there are more people',
    ],
  ),
]);

const modelCard = check(
  [
    {
      kind: 'order',
      ...common({
        id: 'reading',
        text: 'In which order does the text read a model card?',
        explanation: 'Uses come first: if yours is advised against, the other minutes are saved.',
        pointer: at('Ten minutes'),
      }),
      items: [
        'Intended uses, and uses advised against',
        'How it was tested',
        'Results by group',
        'What it was trained on',
        'Version and date',
      ],
    },
    choice(
      'one',
      {
        id: 'one-figure',
        text: 'A card has one figure for all groups together. What do you write for each group that you serve?',
        explanation: 'One figure says nothing about a group, so the honest note is that it is not known.',
        pointer: at('Ten minutes'),
      },
      ['+ “not known”', 'The one figure', 'Nothing, because the card is silent'],
    ),
    {
      kind: 'match',
      ...common({
        id: 'distrust',
        text: 'Which question answers each sentence of a card?',
        explanation: 'Each of these sentences sounds like a result and is none before its question is answered.',
        pointer: at('What it says and what to ask'),
      }),
      pairs: [
        { left: 'State-of-the-art results', right: 'On which test, and is that our task?' },
        { left: 'Extensively tested for bias', right: 'Which groups, which gap?' },
        { left: 'Human oversight is recommended', right: 'Where was it shown to work?' },
        { left: 'Users are responsible for …', right: 'What does the contract say?' },
      ],
    },
    {
      kind: 'number',
      ...common({
        id: 'cases',
        text: 'How many of your own cases does the text tell you to take for a test?',
        explanation: 'Thirty cases, six of them odd, marked by two people apart from each other.',
        pointer: at('Then test'),
      }),
      value: 30,
      tolerance: 0,
    },
    {
      kind: 'true_false',
      ...common({
        id: 'buy',
        text: 'A good model card shows whether to buy the system.',
        explanation: 'A card shows you what to test, not whether to buy.',
        pointer: at('Then test'),
      }),
      isTrue: false,
    },
    choice(
      'several',
      {
        id: 'own-card',
        text: 'What belongs on your own card of half a page?',
        explanation: 'Your colleagues read this card, so it says what the system is for here, and what it is not for.',
        pointer: at('Then test'),
      },
      [
        '+ The intended use here',
        '+ The results here',
        '+ What it is not to be used for',
        'The price of the contract',
        'The training data of the maker',
      ],
    ),
  ],
  { drawn: 5 },
);

const fairness = check(
  [
    {
      kind: 'match',
      ...common({
        id: 'names',
        text: 'What is the usual name of each question?',
        explanation: 'Each measure turns a moral question into a count.',
        pointer: at('Four measures'),
      }),
      pairs: [
        { left: 'Do groups get a yes equally often?', right: 'Demographic parity' },
        { left: 'Of those who deserve a yes, do groups get it equally often?', right: 'Equal opportunity' },
        { left: 'Are wrong accusations equally rare?', right: 'Equal false positives' },
        { left: 'Does the same score mean the same thing?', right: 'Calibration' },
      ],
    },
    {
      kind: 'text',
      ...common({
        id: 'scores',
        text: 'Which measure suits scores that a person will weigh? Write its usual name.',
        explanation: 'A person who weighs a score needs it to mean the same for everybody: calibration.',
        pointer: at('Four measures'),
      }),
      accepted: ['Calibration', 'calibrated scores'],
    },
    choice(
      'one',
      {
        id: 'all-four',
        text: 'A supplier promises “fair on all measures”. What does the text conclude, when groups differ at the outset?',
        explanation: 'No system can satisfy all four measures then. This is arithmetic.',
        pointer: at('You must choose'),
      },
      [
        '+ The supplier has not looked, or has only one group',
        'The supplier is ahead of the others',
        'The promise belongs in the contract',
      ],
    ),
    choice(
      'one',
      {
        id: 'benefits',
        text: 'Which errors weigh most for a check that takes away benefits?',
        explanation: 'Ask who is hurt by each kind of error. Here it is the person who is accused wrongly.',
        pointer: at('You must choose'),
      },
      ['+ Wrong accusations', 'Missed people', 'Both weigh the same'],
    ),
    {
      kind: 'number',
      ...common({
        id: 'south',
        text: 'Of 100 honest people in the south, how many did the tool of the example pick?',
        explanation: 'Nine in the south and four in the north: fair by calibration, unfair by wrong accusations.',
        pointer: at('An example'),
      }),
      value: 9,
      tolerance: 0,
    },
    {
      kind: 'true_false',
      ...common({
        id: 'gap',
        text: 'A gap of five points among twelve people may be chance.',
        explanation: 'Also count people: among twelve thousand the same gap is a policy.',
        pointer: at('An example'),
      }),
      isTrue: true,
    },
  ],
  { passMark: 75, showsAnswers: 'after_each_attempt', drawn: 4 },
);

/** The knowledge checks of the demo (CHECK-10), by the key of their resource. */
export const demoChecks: Readonly<Record<string, CheckContent>> = {
  'when-not-to-automate': whenNotToAutomate,
  'reading-a-model-card-in-ten-minutes': modelCard,
  'fairness-measures-in-plain-english': fairness,
};
