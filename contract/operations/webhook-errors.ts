/** Errors of webhooks; a part of errors.ts. */
export const webhookErrors = {
  'webhooks.not-found': { status: 404, message: 'This webhook does not exist any more.' },
  'webhooks.delivery-not-found': { status: 404, message: 'This delivery is not in the log any more.' },
  'webhooks.address-refused': {
    status: 400,
    message: 'The portal cannot call this address. Enter a public https address whose name can be looked up.',
  },
  'webhooks.types-refused': {
    status: 400,
    message:
      'An organisation cannot receive events of type {type}, because its owners cannot read what they are about.',
  },
  'webhooks.full': { status: 409, message: 'There are {most} webhooks already. Remove one first.' },
  'webhooks.off': { status: 409, message: 'This webhook is off. Switch it on first.' },
} as const;
