/** Errors about passkeys, which sign in beside passwords and providers. */
export const passkeyErrors = {
  'accounts.passkeys-off': { status: 404, message: 'Passkeys are not available on this portal.' },
  'accounts.passkey-refused': {
    status: 400,
    message: 'The passkey could not be checked. Please try again, or use another way.',
  },
  'accounts.passkey-unknown': {
    status: 400,
    message: 'This passkey opens no account here any more. Please use another way.',
  },
  'accounts.passkey-copied': {
    status: 403,
    message:
      'This passkey was refused because a copy of it may be in use. Use another way, then remove the passkey under Settings and add a new one.',
  },
  'accounts.passkey-taken': { status: 409, message: 'This passkey has been added already.' },
  'accounts.passkey-not-found': { status: 404, message: 'This passkey has been removed already.' },
  'accounts.no-passkey': { status: 404, message: 'Your account has no passkey.' },
  'accounts.too-many-passkeys': {
    status: 409,
    message: 'Your account has 10 passkeys. Remove one before you add another.',
  },
  'accounts.passkey-required': {
    status: 403,
    message: 'Administrators of this portal need a passkey. Add one under Settings, then continue.',
  },
} as const;

/** Refusals of a challenge that a passkey has signed. */
export const passkeyRejections = [
  'accounts.passkeys-off',
  'accounts.passkey-refused',
  'accounts.passkey-unknown',
  'accounts.passkey-copied',
] as const;
