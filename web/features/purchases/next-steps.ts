// Not in success-display.ts, which the router loads at once.

/** The next steps after the payment of a gift (GIFT-06). */
export const giftSteps = [
  { title: 'The email', text: 'The receiver gets an email with a link on the day you chose.' },
  { title: 'The link', text: 'It works once, for the person who opens it and signs in.' },
  { title: 'Your gifts', text: 'Billing shows whether it was sent and redeemed, and sends it again.' },
] as const;

/** The next steps after seats were paid (SEAT-01). */
export const seatSteps = [
  { title: 'Your seats', text: 'They are with the seats of your organisation, ready to be assigned.' },
  { title: 'Your people', text: 'A seat opens the resource for the person that you assign it to.' },
  { title: 'The order', text: 'The Billing tab of your organisation has the order and its invoice.' },
] as const;

/** The next steps after a payment (SUCCESS-04). */
export const nextSteps = [
  { title: 'Access the resource', text: 'It is open to you from now on, on every device you sign in on.' },
  { title: 'Start learning', text: 'Read, download or launch it from its page.' },
  { title: 'Track progress', text: 'The portal remembers where you are, so that you can go on later.' },
] as const;
