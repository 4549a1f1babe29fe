/** Errors of badges; a part of errors.ts. */
export const badgeErrors = {
  'badges.not-made': { status: 404, message: 'There is no badge of this certificate yet. Make one first.' },
  'badges.not-valid': {
    status: 409,
    message: 'This certificate is no longer valid, so no badge can be made of it.',
  },
  'badges.address-not-verified': {
    status: 409,
    message: 'Verify your email address first: until then, the portal does not know that it is yours.',
  },
  'badges.not-shared': { status: 404, message: 'No shared badge has this code.' },
  'badges.no-list': { status: 404, message: 'There is no such status list.' },
  'badges.unreadable': {
    status: 400,
    message: 'This file is no badge. Choose the JSON file of a badge, or its PNG picture.',
  },
  'badges.no-badge-inside': {
    status: 400,
    message:
      'This picture contains no badge. Some sites remove it when they convert a picture: ask the holder for the original file.',
  },
  'badges.several-inside': {
    status: 400,
    message: 'This picture contains more than one badge, which no portal makes: ask the holder for the original file.',
  },
} as const;
