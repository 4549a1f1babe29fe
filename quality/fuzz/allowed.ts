type Saying = {
  /** Pattern of the operations that may return the error; absent for all. */
  call?: RegExp;
  /** Pattern of the code of the error, or of the sentence of a `request.invalid`. */
  says: RegExp;
  /** Reason why the API's description cannot express the rule. */
  because: string;
};

/** Errors with status 400 that a call may get although the API's description allows it. */
export const sayingsAllowed: Saying[] = [
  {
    says: /^(?!request\.)[a-z]+\.[a-z-]+$/,
    because: 'a code of a feature is a rule about what the tables, the provider or the settings hold at that moment',
  },
  {
    says: /^The request body is not valid JSON\.$/,
    because: 'names that would change the prototype of an object are refused wherever they stand',
  },
  {
    call: /resources/,
    says: /^Template file is required$/,
    because: 'a template has a file, other types need none',
  },
  { says: /^Password is required$/, because: 'accounts without a password confirm themselves otherwise' },
  { says: /passwords? .*match/i, because: 'two fields are compared' },
  {
    call: /resources/,
    says: /price must be (an amount|less than)|^(Price|Estimated duration|Free Trial|Sample pages|The time to publish)\b/i,
    because: 'amounts, minutes, pages, days and times come as text of forms, too',
  },
  {
    call: /resources/,
    says: /^Choose at least 2 parts before you publish the bundle$/,
    because: 'only a published bundle needs parts',
  },
  {
    call: /confirmation$/,
    says: /^The name of the organisation is required to confirm it$/,
    because: 'two fields depend on each other',
  },
  {
    call: /resources/,
    says: /^The text must\b|^A (part|picture|link) of the text/,
    because: 'a text is a tree of parts',
  },
  {
    says: /^((The id|promoCodeId|resourceId) must be a whole number|userIds must be whole numbers|A (person|resource) must be a number|A pinned resource must be named by its number|Choose the parts from the list|The owner must be a person of the organisation|(Choose|Name) 1 to 200 (resources|ids)|Choose a resource|Choose owners of the organisation|Choose a domain|domainIds must name domains of the organisation|Please select an online product)$/,
    because: 'ids also come as text, and those beyond 32 bits have as many digits as some within',
  },
  {
    call: /suggestions/,
    says: /^The search must be at least/,
    because: 'letters are counted after the blanks are gone',
  },
  {
    call: /(sessions|update-session|tool-session)$/,
    says: /^sessionData|^The session|^The time must be/,
    because: 'a session is any object of a few known fields',
  },
  {
    call: /promo-codes/,
    says: /^(Must (be|select)|Each selected product|A selected product|Trial duration|Usage limit|Expiry|Discount|Please|A plan|Enter)/,
    because: 'numbers and dates come as text of forms, and each product needs its plan',
  },
  {
    call: /promo-codes/,
    says: /^A code may have letters, digits, hyphens and underscores$/,
    because: 'the name that a code has already keeps its characters',
  },
  {
    says: /^Seats of the plan name it, monthly or annual, and seats of a resource name none$|^Send amountMinor or amount, not both$/,
    because: 'two fields depend on each other',
  },
  { says: /must not contain a web or email address$/, because: 'names are shown in mails to others' },
  { says: /^This time zone is not known$/, because: 'only the names of time zones that the runtime knows are taken' },
  {
    call: /promo/,
    says: /^Please enter a promo code\.$/,
    because: 'a code of blanks is none, and blanks are what is left of line breaks',
  },
  {
    call: /portal-settings/,
    says: /^(Percent off|Payments) must be 1 to/,
    because: 'numbers come as text of forms, too',
  },
  { call: /portal-settings/, says: /^An email domain must be/, because: 'a host name is parsed' },
  { call: /portal-settings/, says: /^Write what is typed, an equals sign/, because: 'a line of synonyms is parsed' },
  { says: /must be an (http or https|email) address$/, because: 'an address is parsed' },
  { call: /webhooks/, says: /^Enter an address that begins with https:/, because: 'an address is parsed' },
  { call: /connections/, says: /^The scopes must contain openid$/, because: 'a list of words is parsed' },
  { says: /^This cursor is of no page\.$/, because: 'a cursor is what a page before has answered' },
  {
    call: /portal-settings/,
    says: /^The text |^A (part|picture|link) |^Introduction must be|^Each resource can be pinned once|pinned resource must be/,
    because: 'a text is a tree of parts, and each pinned resource is named once',
  },
  {
    call: /billing-details/,
    says: /^Choose (a|the) country|^Tax ids of this country/,
    because: 'a country may come with blanks and in small letters, an address has one, and a tax id belongs to one',
  },
  { call: /refund$/, says: /^Amount must be/, because: 'amounts come as text of forms, too' },
  { call: /analytics|audit/, says: /^(from|to) must/, because: 'days are parsed, and two days belong together' },
  {
    call: /organisations.*seats/,
    says: /^(Seats of a resource name it|Name people, emails)/,
    because: 'seats of the plan name no resource, and people are named in one of three ways',
  },
  {
    call: /organisations.*orders/,
    says: /^(Seats of a resource name it|An order by invoice names|Choose a country|Tax ids of this country)/,
    because:
      'seats of the plan name no resource, an order by invoice names who is billed, and a country may come with blanks and in small letters',
  },
  {
    call: /organisations.*(assignments|assessment-rounds)/,
    says: /^(Name people, roles, or all|The owner must be a person|Each group needs|Name each action once)/,
    because: 'people are named in one of three ways',
  },
  {
    call: /organisations.*evidence/,
    says: /^The first day of the period/,
    because: 'two days belong together',
  },
  {
    call: /online-products/,
    says: /^(The configuration|Configuration|The tool address)/,
    because: 'a configuration is any object, or its text',
  },
];
