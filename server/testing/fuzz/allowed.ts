type Saying = {
  /** The operations that may say it; all when absent. */
  call?: RegExp;
  /** Its code, or the sentence of a `request.invalid`. */
  says: RegExp;
  /** Why the document cannot say it. */
  because: string;
};

/** What a call that its document allows may all the same be answered with status 400. */
export const sayingsAllowed: Saying[] = [
  {
    says: /^(accounts|notifications)\.(verification|link)-invalid$/,
    because: 'which links are live is known to the tables only',
  },
  { says: /^accounts\.wrong-code$/, because: 'a one-time code is right or wrong by the time of asking' },
  { says: /^Password is required$/, because: 'accounts without a password confirm themselves otherwise' },
  { says: /^accounts\.password-too-short$/, because: 'the least length is a setting' },
  { call: /google/, says: /^accounts\.provider-refused$/, because: 'the answer of the provider waits in a cookie' },
  {
    call: /resources/,
    says: /(P|p)rice must be an amount|^Estimated duration/,
    because: 'amounts come as text of forms, too',
  },
  {
    call: /resources/,
    says: /^catalogue\.(product-unknown|price-required|file-unknown)$/,
    because: 'of products and files the tables know',
  },
  {
    call: /(resources|online-products)/,
    says: /^catalogue\.(tool-)?address-refused$/,
    because: 'addresses are parsed, not matched',
  },
  {
    call: /(sessions|update-session)$/,
    says: /^sessionData|^The time must be/,
    because: 'a session is any object of a few known fields',
  },
  { call: /upload|imports/, says: /^files\.missing$/, because: 'forms with files have no JSON schema' },
  {
    says: /^(purchases\.not-for-sale|subscriptions\.not-offered)$/,
    because: 'what is for sale is known to the tables',
  },
  {
    call: /refund$/,
    says: /^billing\.refund-too-large$|^Amount must be/,
    because: 'what is left to refund is known to the tables',
  },
  {
    call: /promo-codes/,
    says: /^(Must be|Trial duration|Usage limit|Expiry|Discount)/,
    because: 'numbers and dates come as text of forms, too',
  },
  { call: /promo-codes/, says: /^promotions\./, because: 'codes are compared with products and with other codes' },
  { call: /assessment/, says: /^assessment\./, because: 'which resource is the assessment is known to the tables' },
  { call: /analytics/, says: /^(from|to) must/, because: 'two days belong together' },
  { call: /webhooks/, says: /^billing\.signature-refused$/, because: 'a signature cannot be drawn' },
];
