import { pathErrors } from './path-errors.ts';

/** Errors of assigned learning, its certificates and evidence packs; a part of errors.ts. */
export const learningErrors = {
  ...pathErrors,
  'learning.due-day': { status: 400, message: 'Choose a due date from today on, within the next ten years.' },
  'learning.bundle': { status: 409, message: 'A bundle cannot be assigned. Assign the resources in it.' },
  'learning.no-people': { status: 409, message: 'No person in the organisation has chosen one of these roles.' },
  'learning.assignment-not-found': {
    status: 404,
    message: 'This assignment has ended or does not exist.',
  },
  'learning.not-completed': {
    status: 409,
    message: 'Go through the resource first, then confirm.',
  },
  'learning.certificate-not-found': { status: 404, message: 'Certificate not found' },
  'learning.period-in-future': { status: 400, message: 'The last day of the period must not be after today.' },
} as const;
