/** The part of the error vocabulary (errors.ts) that speaks of rounds of the assessment in organisations. */
export const assessmentRoundErrors = {
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
} as const;
