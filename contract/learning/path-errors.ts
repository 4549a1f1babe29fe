/** Errors of learning paths; a part of errors.ts. */
export const pathErrors = {
  'paths.not-found': { status: 404, message: 'This resource is not a learning path.' },
  'paths.step-not-found': {
    status: 404,
    message: 'This step is not in the learning path any more. Load the page again to see its steps.',
  },
  'paths.step-locked': {
    status: 409,
    message: 'This step is not open yet. Complete the steps before it first.',
  },
  'access.parts-open': {
    status: 409,
    message:
      'You can open every resource of this learning path already, so there is nothing to buy. Start the path on its page.',
  },
  'progress.path': {
    status: 409,
    message: 'A learning path is finished by its steps. Complete the next step on its page.',
  },
} as const;
