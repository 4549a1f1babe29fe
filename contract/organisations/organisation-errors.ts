/** Errors of organisations; a part of errors.ts. */
export const organisationErrors = {
  'organisations.not-found': { status: 404, message: 'Organisation not found' },
  'organisations.not-allowed': { status: 403, message: 'Only owners and managers of the organisation can do this.' },
  'organisations.owners-only': { status: 403, message: 'Only owners of the organisation decide about owners.' },
  'organisations.already-in-one': {
    status: 409,
    message: 'You are in an organisation already. Leave it first.',
  },
  'organisations.person-not-found': { status: 404, message: 'This person is not in the organisation.' },
  'organisations.last-owner': {
    status: 409,
    message: 'This is the last owner. Make another person an owner first, or close the organisation.',
  },
  'organisations.owner-account': {
    status: 409,
    message:
      'This account is the last owner of an organisation that other people are in. Make one of them an owner first.',
  },
  'organisations.seats-short': {
    status: 409,
    message: '{needed} of these people need a seat, and {available} can be assigned now. No seat was assigned.',
  },
  'organisations.seat-not-found': { status: 404, message: 'This seat is not in use. It was taken back or has ended.' },
  'organisations.seats-ended': { status: 404, message: 'These seats have ended already.' },
  'organisations.seats-bought': {
    status: 409,
    message: 'These seats were bought. They end when their purchase is refunded or removed.',
  },
  'organisations.address-not-in': {
    status: 409,
    message:
      '“{email}” has not joined the organisation. Invite this person, or wait until the invitation is accepted. No seat was assigned.',
  },
  'organisations.owner-unknown': { status: 404, message: 'No member has verified this email address.' },
  'organisations.owner-in-one': { status: 409, message: 'This member is in an organisation already.' },
  'organisations.name-differs': { status: 400, message: 'Type the name of the organisation exactly as it is written.' },
  'organisations.name-taken': {
    status: 409,
    message: 'A confirmed organisation, or the portal, has this name. Choose another one, such as with your town.',
  },
  'organisations.renamed': {
    status: 409,
    message: 'The organisation is called “{name}” by now. Nothing was changed. Check this name before you confirm it.',
  },
  'organisations.own-address-unverified': {
    status: 409,
    message: 'Verify your own email address before you invite others.',
  },
  'organisations.domain-unverified-owner': {
    status: 409,
    message: 'Verify your own email address before you add a domain.',
  },
  'organisations.invitations-limited': {
    status: 409,
    message:
      'Until a domain of the organisation is verified or an administrator confirms the organisation, it can invite {most} people a day. Invite fewer people, or verify a domain first.',
  },
  'organisations.invitations-off': {
    status: 403,
    message: 'Verify a domain of the organisation first, or ask an administrator to confirm the organisation.',
  },
  'organisations.message-not-allowed': {
    status: 409,
    message:
      'A message can be added once a domain of the organisation is verified or an administrator has confirmed the organisation. No invitation was sent.',
  },
  'organisations.address-twice': { status: 400, message: '“{email}” is in the list twice.' },
  'organisations.already-in': { status: 409, message: '“{email}” is in the organisation already.' },
  'organisations.already-invited': {
    status: 409,
    message: '“{email}” is invited already. Send the invitation again from the list.',
  },
  'organisations.invitation-not-found': {
    status: 404,
    message: 'This invitation is no longer pending. It was accepted or withdrawn.',
  },
  'organisations.directory-needs-domain': {
    status: 409,
    message: 'Verify a domain of the organisation by its DNS record first.',
  },
  'organisations.directory-tokens-full': {
    status: 409,
    message: 'There are two tokens, which is the maximum. Revoke the one that your directory no longer uses.',
  },
  'organisations.directory-token-not-found': { status: 404, message: 'This token was revoked already.' },
  'organisations.invitation-unknown': {
    status: 404,
    message: 'This invitation does not work any more. It was used, withdrawn or sent again, or its 14 days are over.',
  },
  'organisations.invitation-for-other': {
    status: 403,
    message: 'This invitation was sent to another email address. Sign in with the account of that address.',
  },
  'organisations.domain-wrong': { status: 400, message: '“{domain}” is not a domain, such as example.org.' },
  'organisations.domain-public': {
    status: 400,
    message: '“{domain}” gives addresses to everybody. Enter a domain that belongs to your organisation alone.',
  },
  'organisations.domain-added': { status: 409, message: '“{domain}” is in the list already.' },
  'organisations.domains-full': { status: 409, message: 'An organisation has at most {most} domains.' },
  'organisations.domain-not-found': { status: 404, message: 'This domain is no longer in the list.' },
  'organisations.domain-not-added': {
    status: 404,
    message: 'The organisation does not have this domain. One of its owners adds it first, in the tab Sign-in.',
  },
  'organisations.domain-unproven': {
    status: 409,
    message: 'The TXT record was not found. A new record can take up to a day to be seen everywhere: try again later.',
  },
  'organisations.domain-code': {
    status: 409,
    message: 'This code is wrong, was replaced by a newer one, or is older than a day.',
  },
  'organisations.domain-taken': {
    status: 409,
    message: 'This domain is verified by another organisation already. Please contact support.',
  },
  'organisations.domain-first': { status: 409, message: 'Verify the domain first.' },
  'organisations.dns-failed': {
    status: 503,
    message: 'The records of this domain could not be read. Please try again in a moment.',
  },
  'organisations.request-not-found': { status: 404, message: 'This person is not asking to join any more.' },
  'organisations.invitation-is-own': {
    status: 409,
    message: 'This invitation was sent to your own email address. Accept it.',
  },
} as const;

/** Errors of orders of seats, whose codes begin with `purchases`; a part of errors.ts. */
export const seatOrderErrors = {
  'purchases.above-maximum': {
    status: 400,
    message: 'This is more than one payment can be. Order fewer seats at once.',
  },
  'purchases.seat-price': { status: 400, message: 'Enter a price that can be charged in this currency.' },
  'purchases.seat-steps': {
    status: 400,
    message: 'Each step must begin at more seats, and cost less for each, than the one before it.',
  },
  'purchases.credit-limit': { status: 400, message: 'Enter an amount that can be charged in this currency.' },
  'purchases.due-days': {
    status: 400,
    message: 'Invoices are due in {days} days on this portal. Reload the page and order again.',
  },
  'purchases.invoice-open': {
    status: 409,
    message: 'An invoice for seats of this resource is unpaid. Pay it or cancel that order first, or pay by card.',
  },
  'purchases.order-not-found': { status: 404, message: 'Order not found' },
  'purchases.order-final': {
    status: 409,
    message: 'This order can no longer be cancelled. It was paid or cancelled.',
  },
  'purchases.order-in-use': {
    status: 409,
    message: 'The seats of this order work already. Pay its invoice, or ask the publisher to cancel it.',
  },
  'purchases.plan-runs': {
    status: 409,
    message: 'Your organisation has seats of the plan already. Change their number in the list of orders.',
  },
  'purchases.plan-unpaid': {
    status: 409,
    message: 'An invoice for seats of the plan is unpaid. Pay it or cancel that order first.',
  },
  'purchases.plan-not-offered': {
    status: 400,
    message: 'Seats of the plan are not sold here, because the subscription includes no resource yet.',
  },
  'purchases.plan-credit': {
    status: 409,
    message: 'Your own credit would pay for these seats without asking you. Order them by invoice instead.',
  },
  'purchases.order-fixed': {
    status: 409,
    message: 'The number of these seats cannot be changed. Order more of them instead.',
  },
  'purchases.same-seats': { status: 409, message: 'This order has that number of seats already.' },
  'purchases.seats-in-use': {
    status: 409,
    message: '{inUse} of these seats are in use. Take some of them back first.',
  },
  'purchases.above-credit': {
    status: 409,
    message:
      'More seats by invoice work at once only within the credit limit of your organisation, which they would exceed.',
  },
  'purchases.change-under-way': {
    status: 409,
    message: 'This order is being changed. Load the page again in a few minutes to see its seats.',
  },
  'purchases.invoice-unconfirmed': {
    status: 409,
    message:
      'An invoice goes to an address in a verified domain of the organisation. Verify the domain, or ask support to confirm the organisation before its first order by invoice.',
  },
  'purchases.invoices-unpaid': {
    status: 409,
    message:
      'The unpaid invoices of the organisation have reached {limit}. Pay one of them first, or ask support for a higher credit limit.',
  },
  'purchases.payer-unverified': {
    status: 409,
    message: 'Verify your own email address before you order by invoice.',
  },
} as const;
