/** Errors of knowledge checks; a part of errors.ts. */
export const checkErrors = {
  'checks.not-found': { status: 404, message: 'This resource has no knowledge check.' },
  'checks.attempt-not-found': { status: 404, message: 'This attempt does not exist.' },
  'checks.question-not-found': { status: 404, message: 'There is no such question here.' },
  'checks.answer-unfit': {
    status: 400,
    message: 'This answer does not fit the question. Load the page again, then answer it once more.',
  },
  'checks.no-attempt-left': {
    status: 409,
    message: 'You have used all attempts of today. You can try again from {moment}.',
  },
  'checks.attempt-open': {
    status: 409,
    message: 'This attempt has not been handed in yet. Hand it in to see its result.',
  },
  'checks.handed-in': {
    status: 409,
    message: 'This attempt has been handed in, so its answers can no longer be changed.',
  },
  'checks.time-over': {
    status: 409,
    message: 'The time for this attempt is over. The answers that were saved before count.',
  },
  'checks.conflict': {
    status: 409,
    message: 'Another administrator changed this check after you opened it. Compare before you save.',
  },
  'checks.not-ready': { status: 409, message: 'This check cannot be published yet. {problem}' },
  'checks.unchanged': { status: 409, message: 'This check is published already. Nothing was changed.' },
  'checks.version-not-found': { status: 404, message: 'This version of the check does not exist.' },
  'checks.already-void': { status: 409, message: 'This question counts as right for everybody already.' },
  'checks.last-question': {
    status: 409,
    message:
      'This is the last question that counts. Correct it and publish the check again, or remove the check from the resource.',
  },
  'checks.import-mistake': { status: 400, message: 'Nothing was imported. {place}: {sentence}' },
  'checks.too-many-questions': {
    status: 400,
    message: 'A check has at most {most} questions. With these questions it would have {number}.',
  },
  'checks.no-time-limit': {
    status: 409,
    message: 'This check has no time limit. People can take as long as they need.',
  },
} as const;
