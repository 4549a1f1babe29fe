/** Errors of the portal's settings; a part of errors.ts. */
export const settingsErrors = {
  'portal.conflict': {
    status: 409,
    message: 'Another administrator changed the portal settings after you opened them. Compare before you save.',
  },
  'portal.set-by-operator': {
    status: 409,
    message: 'The operator of this portal has set {field}. Only the operator can change it.',
  },
  'portal.domains-required': {
    status: 400,
    message: 'Add at least one email domain, or choose another way of registering.',
  },
  'portal.picture-unknown': {
    status: 400,
    message: 'This picture was not uploaded to this portal. Upload it, then save again.',
  },
  'portal.picture-refused': {
    status: 400,
    message: 'Logos and icons must be PNG, JPEG or WebP images of at most 1 MB.',
  },
  'portal.picture-too-large': {
    status: 400,
    message:
      'This picture is {width} × {height} pixels. Logos and icons may have at most {limit} pixels on each side: make it smaller, then upload it again.',
  },
} as const;
