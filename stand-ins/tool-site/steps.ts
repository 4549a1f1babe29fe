/** The steps of each stand-in, by the name of the tool. */
const stepsOf: Readonly<Record<string, readonly string[]>> = {
  'bias-and-fairness-review': [
    'The decision under review is named',
    'The people it affects are named',
    'A measure and a threshold are agreed',
    'What was found is written down',
    'What was changed is written down',
  ],
  'ai-use-case-canvas': [
    'The problem',
    'The people affected',
    'The decision handed over',
    'The plain alternative',
    'The signs to stop',
  ],
  'ai-literacy-learning-journey': [
    'What a model is',
    'Where it fails',
    'Asking well',
    'Checking answers',
    'Two planted errors',
    'Oversight at work',
  ],
  'incident-rehearsal-room': ['Pause', 'Call', 'Tell', 'Put right', 'Write the log'],
};

const otherSteps = ['Begin', 'Go on', 'Finish'];

/** Returns at least three steps of a tool. */
export function stepsFor(name: string): readonly string[] {
  return stepsOf[name] ?? otherSteps;
}
