/** Errors of the assessment and of its rounds in organisations; a part of errors.ts. */
export const assessmentErrors = {
  'assessment.round-not-found': { status: 404, message: 'There is no such assessment round in this organisation.' },
  'assessment.round-not-invited': { status: 403, message: 'You are not invited to this assessment round.' },
  'assessment.round-closed': { status: 409, message: 'This assessment round is closed.' },
  'assessment.round-open': {
    status: 409,
    message: 'This assessment round is still open. Its results are shown when it closes.',
  },
  'assessment.round-without-results': {
    status: 409,
    message: 'This round shows no results, to protect the people who answered. It has no plan and no report.',
  },
  'assessment.round-day': {
    status: 400,
    message: 'Choose a last day from today on, at most a year ahead.',
  },
  'assessment.round-action': { status: 404, message: 'The plan of this round has no such action.' },
  'assessment.not-found': { status: 404, message: 'Assessment result not found' },
  'assessment.other-resource': { status: 400, message: 'This resource is not the readiness assessment.' },
  'assessment.unknown-answer': { status: 400, message: 'An answer refers to an unknown question or level: {question}' },
  'assessment.incomplete': { status: 400, message: 'Answer all questions to see your results; {missing} left.' },
  'assessment.other-version': {
    status: 409,
    message: 'The questions have changed since you opened them. Load the page again, then check your answers.',
  },
} as const;
