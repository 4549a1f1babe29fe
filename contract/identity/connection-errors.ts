/** Errors of company sign-in; a part of errors.ts. */
export const connectionErrors = {
  'connections.not-found': { status: 404, message: 'This connection does not exist any more.' },
  'connections.not-linked': { status: 404, message: 'Your account is not connected to this company sign-in any more.' },
  'connections.link-required': {
    status: 409,
    message: 'Your company requires {name} for your address, so that you cannot remove it.',
  },
  'connections.unknown-domain': {
    status: 404,
    message: 'No company sign-in is set up for this address. Sign in with your password, or ask your company.',
  },
  'connections.company-required': {
    status: 403,
    message: 'Your company requires its own sign-in for this address. Continue with {name}.',
  },
  'connections.unreachable': {
    status: 503,
    message: '{name} is not responding at the moment. Please try again, or choose another way to sign in.',
  },
  'connections.refused': {
    status: 400,
    message: 'The sign-in with {name} failed or took longer than 10 minutes. Please start it again.',
  },
  'connections.cancelled': { status: 400, message: 'The sign-in with {name} was cancelled there.' },
  'connections.address-missing': {
    status: 403,
    message:
      '{name} sent no email address. Ask your IT department to release the email claim to this portal, or to name the claim that holds it.',
  },
  'connections.address-unverified': {
    status: 403,
    message: '{name} has not verified your email address. Verify it there, then sign in again.',
  },
  'connections.address-foreign': {
    status: 403,
    message:
      'Your address at {name} is not in a verified domain of your company. Ask an owner of your organisation to verify its domain.',
  },
  'connections.tenant-foreign': {
    status: 403,
    message: 'Your account at {name} belongs to another company than this sign-in. Choose your company account there.',
  },
  'connections.administrator': {
    status: 403,
    message:
      'Accounts of the portal’s administrators are not opened by a company’s sign-in. Sign in with your password.',
  },
  'connections.membership-ended': { status: 403, message: 'Your organisation ended your membership.' },
  'connections.not-in-directory': {
    status: 403,
    message: 'Your company’s directory does not list you for this portal. Ask your IT department to assign it to you.',
  },
  'connections.left': {
    status: 403,
    message: 'You left this organisation. Ask one of its owners to invite you again.',
  },
  'connections.in-another': {
    status: 409,
    message: 'Your account is in another organisation. Leave it first, then sign in with your company again.',
  },
  'connections.identity-taken': {
    status: 409,
    message: 'This account at {name} opens another account of this portal.',
  },
  'connections.cannot-confirm': {
    status: 403,
    message: '{name} does not say when you last signed in there. Confirm by a code instead.',
  },
  'connections.not-fresh': {
    status: 403,
    message: '{name} did not ask you to sign in again. Sign out there, or confirm by a code instead.',
  },
  'connections.link-ended': {
    status: 400,
    message: 'This step has ended. Start the sign-in with your company again.',
  },
  'connections.link-other-browser': {
    status: 409,
    message: 'Open this link in the browser in which you began to sign in.',
  },
  'connections.login-foreign': { status: 400, message: 'This link belongs to another sign-in provider.' },
  'connections.target-foreign': { status: 400, message: 'This link leads outside the portal and was not followed.' },
  'connections.logout-refused': { status: 400, message: 'The token that ends sessions is not valid.' },
  'connections.private-unverified': {
    status: 409,
    message: 'Verify your own email address before you add a private one.',
  },
  'connections.private-domain': {
    status: 400,
    message: 'Enter an address that stays yours when you leave your company, not one of its own.',
  },
  'connections.private-code': { status: 400, message: 'This code is wrong, or older than a day.' },
  'connections.no-code-by-mail': {
    status: 403,
    message: 'Confirm by your password or the code from your authenticator app.',
  },
  'connections.address-held': {
    status: 409,
    message: 'Your company requires its own sign-in for this address, so that only your company can change it.',
  },
  'connections.issuer-wrong': {
    status: 400,
    message: 'Enter the issuer as a web address that begins with https and has no ? or #.',
  },
  'connections.issuer-for-all': {
    status: 400,
    message:
      'This issuer is for accounts of every company. Enter the one of your tenant: https://login.microsoftonline.com/<tenant id>/v2.0, with the id from the overview of Microsoft Entra.',
  },
  'connections.issuer-unreachable': {
    status: 409,
    message: 'The discovery document at {address} cannot be reached: {reason}.',
  },
  'connections.issuer-other': {
    status: 409,
    message: 'The discovery document names another issuer: {found}. Enter exactly that one if it is yours.',
  },
  'connections.issuer-unusable': {
    status: 409,
    message: 'The provider offers no signing algorithm that the portal accepts for identity tokens.',
  },
  'connections.secret-required': { status: 400, message: 'Enter the client secret.' },
  'connections.claim-outside': {
    status: 400,
    message:
      'Only the claim email can be trusted for addresses in every domain. Keep it, or let the connection vouch for all addresses.',
  },
  'connections.full': { status: 409, message: 'There can be at most {most} connections. Remove one first.' },
  'connections.slug-taken': { status: 409, message: 'This short name is in use already. Choose another one.' },
  'connections.domain-first': {
    status: 409,
    message: 'Verify a domain of your organisation by its DNS record first. A code by email is not enough here.',
  },
  'connections.domain-not-proven': {
    status: 409,
    message: '“{domain}” is not verified by its DNS record. Verify it first.',
  },
  'connections.test-first': {
    status: 409,
    message: 'Sign in through the connection by “Test sign-in” first, without a problem.',
  },
  'connections.not-active': { status: 409, message: 'Offer the connection to your people first.' },
  'connections.enforce-through': {
    status: 409,
    message: 'Sign in through this connection yourself first. Only then can you require it of others.',
  },
  'connections.emergency-owner': {
    status: 400,
    message:
      'Choose an owner who keeps another way in: one with a password and two-factor authentication, or with a passkey.',
  },
  'connections.emergency-last': {
    status: 409,
    message: 'Choose another emergency owner first. You are the last one who can sign in without {name}.',
  },
  'connections.enforced': {
    status: 409,
    message: 'This connection is required of your people. Allow passwords again before you change its provider.',
  },
  'connections.set-by-operator': {
    status: 409,
    message: 'The operator of this portal has set this connection. Only the operator can change it.',
  },
  'connections.test-not-found': { status: 404, message: 'There is no test of yours for this connection.' },
} as const;
