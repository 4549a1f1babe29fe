/** Errors of API keys; a part of errors.ts. */
export const keyErrors = {
  'keys.refused': { status: 401, message: 'This key does not work: it is wrong, has expired or was revoked.' },
  'keys.not-by-key': {
    status: 403,
    message: 'No key of this kind can do this. Sign in to the portal, or use a key of the kind that can.',
  },
  'keys.scope-missing': { status: 403, message: 'This key has not the scope {scope}, which this call needs.' },
  'keys.waits': {
    status: 403,
    message:
      'The person who made this key is no owner of the organisation any more. It only reads until an owner takes it over.',
  },
  'keys.not-found': { status: 404, message: 'This key does not exist any more.' },
  'keys.wrong-scope': { status: 400, message: 'A key of this kind cannot have the scope {scope}.' },
  'keys.too-many': { status: 409, message: 'There are 20 keys already. Revoke one that is not needed any more.' },
} as const;
