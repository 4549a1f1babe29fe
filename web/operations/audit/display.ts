import { type AuditAction, type AuditEntry, type AuditObject, auditActions } from '#contract/operations/audit.ts';
import { keysOf } from '../../catalogue/catalogue/display.ts';
import { inReaderZone } from '../../local-time.ts';
import { exactText, type Parameter, pageSearch, type Search, setting, text, whole } from '../../platform/search.ts';
import { rangeError } from '../analytics/range-display.ts';

/** The kinds of objects in entries, by their names in the filter. */
export const objectNames: Record<AuditObject, string> = {
  user: 'Users',
  note: 'Notes about members',
  'portal-settings': 'Portal settings',
  content: 'Content',
  resource: 'Resources',
  catalogue: 'Imports of the catalogue',
  'online-product': 'Online products',
  'promo-code': 'Promo codes',
  'promo-checkout': 'Promo checkouts',
  grant: 'Granted access',
  gift: 'Gifts',
  block: 'Blocks',
  purchase: 'Purchases',
  payment: 'Payments',
  subscription: 'Subscriptions',
  invoice: 'Invoices',
  refund: 'Refunds',
  'refund-request': 'Refund requests',
  accounts: 'Accounts',
  file: 'Files',
  reconciliation: 'Reconciliation',
  event: 'Payment events',
  organisation: 'Organisations',
  connection: 'Company sign-ins',
  mail: 'Emails',
  news: 'Product news',
  job: 'Jobs',
  'audit-log': 'Audit log',
};

export const actionNames: Record<AuditAction, string> = {
  create: 'Added',
  update: 'Changed',
  publish: 'Published as scheduled',
  delete: 'Deleted',
  'set-role': 'Role changed',
  download: 'Downloaded',
  'sign-in': 'Signed in on a new device',
  'change-password': 'Password changed',
  'reset-password': 'Password reset',
  'switch-on-second-factor': 'Two-factor turned on',
  'switch-off-second-factor': 'Two-factor turned off',
  'link-identity': 'Sign-in account linked',
  'remove-identity': 'Sign-in account removed',
  'add-passkey': 'Passkey added',
  'remove-passkey': 'Passkey removed',
  'refuse-passkey': 'Passkey refused',
  'forget-devices': 'Devices forgotten',
  'sign-out-everywhere': 'Signed out everywhere',
  redeem: 'Redeemed',
  'refuse-checkout': 'Checkout refused',
  reconcile: 'Reconciled',
  recover: 'Recovered',
  revoke: 'Revoked',
  remove: 'Removed',
  end: 'Ended',
  'change-plan': 'Plan changed',
  'change-seats': 'Seats changed',
  'accept-offer': 'Offer accepted',
  restore: 'Restored',
  'refuse-payment': 'Payment refused',
  'refund-duplicate': 'Second payment refunded',
  'refund-late': 'Late payment refunded',
  pause: 'Paused',
  'end-pause': 'Pause ended',
  suspend: 'Suspended',
  reactivate: 'Reactivated',
  cancel: 'Cancelled',
  refund: 'Refunded',
  'find-second': 'Second subscription found',
  'refuse-trial': 'Trial refused',
  'request-refund': 'Refund requested',
  'refuse-refund': 'Refund refused',
  granted: 'Granted',
  declined: 'Declined',
  upload: 'Uploaded',
  import: 'Imported',
  check: 'Checked',
  start: 'Started',
  retry: 'Tried again',
  drop: 'Job deleted',
  join: 'Joined',
  leave: 'Left',
  'remove-person': 'Person removed',
  invite: 'Invited',
  'withdraw-invitation': 'Invitation withdrawn',
  'verify-domain': 'Domain verified',
  'change-domain': 'Domain changed',
  'remove-domain': 'Domain removed',
  'lose-domain': 'Domain lost',
  'move-domain': 'Domain moved',
  test: 'Tested',
  activate: 'Offered',
  enforce: 'Required',
  allow: 'Other ways allowed',
  disable: 'Switched off',
  'end-enforcing': 'Requirement ended',
  'emergency-sign-in': 'Emergency sign-in',
  'change-provider-address': 'Address at provider changed',
  'decline-request': 'Request declined',
  'set-seat-prices': 'Seat prices set',
  'buy-seats': 'Seats bought',
  'order-by-invoice': 'Seats ordered by invoice',
  'cancel-order': 'Order cancelled',
  confirm: 'Confirmation changed',
  'set-credit-limit': 'Credit limit set',
  'give-seats': 'Seats granted',
  'end-seats': 'Seats ended',
  'assign-seats': 'Seats assigned',
  'take-back-seat': 'Seat taken back',
  'assign-learning': 'Learning assigned',
  'change-due-day': 'Due date changed',
  'end-assignments': 'Assignments ended',
  'start-round': 'Assessment round started',
  'close-round': 'Assessment round closed',
  'download-assignments': 'Assignments downloaded',
  'download-evidence': 'Evidence pack downloaded',
  close: 'Closed',
  send: 'Sent',
  'send-test': 'Test sent',
};

/** The words of a sentence: who, whom, whose, what. */
type Words = { who: string; whom: string; whose: string; what: (kind: string) => string; isOwn: boolean; to: string };

type Pairs = { [Noun in AuditObject]: `${Noun} ${AuditAction<Noun>}` }[AuditObject];

const sentences: Record<Pairs, (words: Words) => string> = {
  'user create': ({ who, whom }) => `${who} opened an account for ${whom}`,
  'user update': ({ who, whose }) => `${who} changed ${whose} account`,
  'user set-role': ({ who, whom, to }) =>
    `${who} made ${whom} ${to === 'administrator' ? 'an administrator' : 'a user'}`,
  'user delete': ({ who, whose, isOwn, whom }) =>
    isOwn ? `${who} deleted ${whose} account` : `${who} deleted the account of ${whom}`,
  'user download': ({ who }) => `${who} downloaded the list of users`,
  'user sign-in': ({ who }) => `${who} signed in on a new device`,
  'user change-password': ({ who, whose }) => `${who} changed ${whose} password`,
  'user reset-password': ({ who, whose }) => `${who} set ${whose} password by an emailed link`,
  'user switch-on-second-factor': ({ who, whose }) => `${who} turned on two-factor authentication of ${whose} account`,
  'user switch-off-second-factor': ({ who, whose }) =>
    `${who} turned off two-factor authentication of ${whose} account`,
  'user link-identity': ({ who, whose }) => `${who} linked a sign-in account to ${whose} account`,
  'user remove-identity': ({ who, whose }) => `${who} removed a sign-in account from ${whose} account`,
  'user add-passkey': ({ who, whose }) => `${who} added a passkey to ${whose} account`,
  'user remove-passkey': ({ who, whose }) => `${who} removed a passkey from ${whose} account`,
  'user refuse-passkey': ({ whose }) => `A passkey of ${whose} account was refused, which may have been copied`,
  'user forget-devices': ({ who, whose }) => `${who} had the devices of ${whose} account forgotten`,
  'user sign-out-everywhere': ({ who, whose }) => `${who} ended every sign-in of ${whose} account`,
  'note create': ({ who, whom }) => `${who} wrote a note about ${whom}`,
  'note delete': ({ who, whom }) => `${who} deleted a note about ${whom}`,
  'portal-settings update': ({ who }) => `${who} changed the portal settings`,
  'content publish': ({ who }) => `${who} published a version of the content`,
  'resource create': ({ who, what }) => `${who} added ${what('the resource')}`,
  'resource update': ({ who, what }) => `${who} changed ${what('the resource')}`,
  'resource publish': ({ who, what }) => `${who} published ${what('the resource')} as scheduled`,
  'resource set-seat-prices': ({ who, what }) => `${who} set what seats of ${what('a resource')} cost`,
  'resource delete': ({ who, what }) => `${who} deleted ${what('the resource')}`,
  'catalogue upload': ({ who }) => `${who} uploaded a file for an import of the catalogue`,
  'catalogue check': ({ who }) => `${who} had a file for an import checked again`,
  'catalogue start': ({ who }) => `${who} started an import of the catalogue`,
  'catalogue cancel': ({ who }) => `${who} stopped an import of the catalogue`,
  'catalogue import': ({ who }) => `${who} imported a file of the catalogue`,
  'online-product create': ({ who, what }) => `${who} added ${what('the online product')}`,
  'online-product update': ({ who, what }) => `${who} changed ${what('the online product')}`,
  'online-product delete': ({ who, what }) => `${who} deleted ${what('the online product')}`,
  'promo-code create': ({ who, what }) => `${who} created ${what('the promo code')}`,
  'promo-code update': ({ who, what }) => `${who} changed ${what('the promo code')}`,
  'promo-code delete': ({ who, what }) => `${who} deleted ${what('the promo code')}`,
  'promo-code redeem': ({ whom, what }) => `${whom} redeemed ${what('a promo code')}`,
  'promo-code refuse-checkout': ({ whose, what }) => `${whose} checkout with ${what('a promo code')} came too late`,
  'promo-checkout reconcile': ({ who }) => `${who} found a promo code’s checkout completed`,
  'gift redeem': ({ whom, what }) => `${whom} redeemed ${what('a gift')}`,
  'grant create': ({ who, whom, what }) => `${who} gave ${whom} access to ${what('a resource')}`,
  'grant revoke': ({ who, whose, what }) => `${who} revoked ${whose} access to ${what('a resource')}`,
  'block create': ({ who, whose, what }) => `${who} took ${what('a resource')} out of ${whose} subscription`,
  'block delete': ({ who, whose, what }) => `${who} put ${what('a resource')} back into ${whose} subscription`,
  'purchase remove': ({ who, whose, what }) => `${who} removed ${whose} purchase of ${what('a resource')}`,
  'purchase refund': ({ who, whose, what }) => `${who} refunded ${whose} purchase of ${what('a resource')}`,
  'purchase end': ({ whose }) => `${whose} purchase ended, because its payment was returned`,
  'purchase restore': ({ whose }) => `${whose} purchase is valid again`,
  'payment refuse-payment': ({ whose }) => `${whose} payment did not match the order and bought nothing`,
  'payment refund-duplicate': ({ whose }) => `${whose} second payment of the same resource is refunded`,
  'payment reconcile': ({ who, whose }) => `${who} checked how ${whose} payment ended`,
  'payment recover': ({ who, whose }) => `${who} recorded ${whose} payment again after a backup was restored`,
  'subscription download': ({ who }) => `${who} downloaded the list of subscriptions`,
  'subscription suspend': ({ who, whose }) => `${who} suspended ${whose} subscription`,
  'subscription reactivate': ({ who, whose }) => `${who} reactivated ${whose} subscription`,
  'subscription pause': ({ who, whose }) => `${who} paused ${whose} subscription`,
  'subscription end-pause': ({ who, whose }) => `${who} ended the pause of ${whose} subscription`,
  'subscription cancel': ({ who, whose }) => `${who} set ${whose} subscription to end with its period`,
  'subscription end': ({ who, whose }) => `${who} ended ${whose} subscription`,
  'subscription set-seat-prices': ({ who }) => `${who} set what seats of the plan cost`,
  'subscription change-seats': ({ who }) => `${who} changed the number of seats of a plan`,
  'subscription change-plan': ({ who, whose }) => `${who} changed the plan of ${whose} subscription`,
  'subscription accept-offer': ({ who, whose }) => `${who} accepted a discount for ${whose} subscription`,
  'subscription refund': ({ who, whom }) => `${who} gave ${whom} a refund of a subscription’s payment`,
  'subscription find-second': ({ who, whose }) => `${who} found a second subscription beside ${whose} own`,
  'subscription refuse-trial': ({ whose }) =>
    `${whose} free trial was ended, because the person or the card had one before`,
  'subscription reconcile': ({ who, whose }) => `${who} checked ${whose} subscription with the payment provider`,
  'invoice refund': ({ who, whom }) => `${who} gave ${whom} a refund of an invoice`,
  'invoice refund-late': ({ whose }) => `${whose} payment for a subscription that had ended is refunded`,
  'invoice request-refund': ({ whom }) => `${whom} asked for a refund`,
  'refund refuse-refund': () => 'The payment provider refused a refund',
  'refund-request granted': ({ who, whose }) => `${who} granted ${whose} request for a refund`,
  'refund-request declined': ({ who, whose }) => `${who} declined ${whose} request for a refund`,
  'accounts download': ({ who }) => `${who} downloaded a month of the accounts with the buyers’ names`,
  'file upload': ({ who, what }) => `${who} uploaded ${what('a file')}`,
  'reconciliation start': ({ who }) => `${who} started a comparison with the payment provider`,
  'event retry': ({ who }) => `${who} retried an event of the payment provider`,
  'organisation create': ({ who, what }) => `${who} created ${what('an organisation')}`,
  'organisation set-role': ({ who, whose, to, what }) =>
    `${who} changed ${whose} role in ${what('an organisation')} to ${to}`,
  'organisation remove-person': ({ who, whom, what }) => `${who} removed ${whom} from ${what('an organisation')}`,
  'organisation leave': ({ who, what }) => `${who} left ${what('an organisation')}`,
  'organisation join': ({ who, what }) => `${who} joined ${what('an organisation')}`,
  'organisation invite': ({ who, what }) => `${who} invited people to ${what('an organisation')}`,
  'organisation withdraw-invitation': ({ who, what }) => `${who} withdrew an invitation to ${what('an organisation')}`,
  'organisation verify-domain': ({ who, what }) => `${who} verified a domain of ${what('an organisation')}`,
  'organisation change-domain': ({ who, what }) => `${who} changed who joins ${what('an organisation')} by a domain`,
  'connection create': ({ who }) => `${who} added a company sign-in`,
  'connection update': ({ who }) => `${who} changed a company sign-in`,
  'connection delete': ({ who }) => `${who} removed a company sign-in`,
  'connection test': ({ who }) => `${who} tested a company sign-in`,
  'connection activate': ({ who }) => `${who} offered a company sign-in`,
  'connection enforce': ({ who }) => `${who} required a company sign-in`,
  'connection allow': ({ who }) => `${who} allowed other ways beside a company sign-in`,
  'connection disable': ({ who }) => `${who} switched a company sign-in off`,
  'connection end-enforcing': () => `A company sign-in is no longer required, because its domain was lost`,
  'connection emergency-sign-in': ({ who }) => `${who} signed in by the emergency way of a company sign-in`,
  'user change-provider-address': ({ whose }) => `The address of ${whose} company account changed`,
  'organisation lose-domain': ({ what }) => `${what('an organisation')} lost the proof of a domain`,
  'organisation move-domain': ({ who, what }) => `${who} moved a domain to ${what('an organisation')}`,
  'organisation remove-domain': ({ who, what }) => `${who} removed a domain of ${what('an organisation')}`,
  'organisation decline-request': ({ who, whose, what }) =>
    `${who} declined ${whose} request to join ${what('an organisation')}`,
  'organisation buy-seats': ({ whom, what }) => `${whom} bought seats for ${what('an organisation')}`,
  'organisation order-by-invoice': ({ who, what }) => `${who} ordered seats for ${what('an organisation')} by invoice`,
  'organisation cancel-order': ({ who, what }) => `${who} cancelled an order of ${what('an organisation')}`,
  'organisation confirm': ({ who, what }) => `${who} changed the confirmation of ${what('an organisation')}`,
  'organisation set-credit-limit': ({ who, what }) => `${who} set the credit limit of ${what('an organisation')}`,
  'organisation give-seats': ({ who, what }) => `${who} granted seats to ${what('an organisation')}`,
  'organisation end-seats': ({ who, what }) => `${who} ended seats of ${what('an organisation')}`,
  'organisation assign-seats': ({ who, what }) => `${who} assigned seats in ${what('an organisation')}`,
  'organisation take-back-seat': ({ who, whom, what }) =>
    `${who} took a seat back from ${whom} in ${what('an organisation')}`,
  'organisation assign-learning': ({ who, what }) => `${who} assigned learning in ${what('an organisation')}`,
  'organisation change-due-day': ({ who, what }) => `${who} changed a due date in ${what('an organisation')}`,
  'organisation end-assignments': ({ who, what }) => `${who} ended assignments in ${what('an organisation')}`,
  'organisation start-round': ({ who, what }) => `${who} started an assessment round in ${what('an organisation')}`,
  'organisation close-round': ({ who, what }) => `${who} closed an assessment round of ${what('an organisation')}`,
  'organisation download-assignments': ({ who, what }) =>
    `${who} downloaded the assignments of ${what('an organisation')}`,
  'organisation download-evidence': ({ who, what }) =>
    `${who} downloaded an evidence pack of ${what('an organisation')}`,
  'organisation close': ({ who, what }) => `${who} closed ${what('an organisation')}`,
  'mail retry': ({ who }) => `${who} tried to send an email again`,
  'job retry': ({ who }) => `${who} retried a failed job`,
  'job drop': ({ who }) => `${who} deleted a failed job`,
  'audit-log download': ({ who }) => `${who} downloaded the audit log`,
  'news send': ({ who }) => `${who} sent product news to the members who agreed to them`,
  'news send-test': ({ who }) => `${who} sent a test of product news`,
};

/** "Ada Admin gave Mira Tollander access to “The quiet ledger”." */
export function sentenceOf(entry: AuditEntry): string {
  const { actor, member, object, action, name, changes } = entry;
  const isOwn = actor !== null && actor.id === member?.id;
  const whom = member?.name ?? 'a member';
  const words: Words = {
    who: actor?.name ?? 'The portal',
    whom,
    whose: isOwn ? 'their own' : possessive(whom),
    what: (kind) => (name === null ? kind : `${kind.replace(/^(a resource|a file)$/, '')} “${name}”`.trim()),
    isOwn,
    to: changes[0]?.after ?? '',
  };
  const key = `${object} ${action}`;
  const sentence = key in sentences ? sentences[key as Pairs](words) : `${words.who}: ${action} of ${object}`;
  return `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}`;
}

const possessive = (name: string) => `${name}’${name.endsWith('s') ? '' : 's'}`;

/** "rappImplementationPhase" is "Rapp implementation phase"; minor units are said. */
export function fieldName(field: string): string {
  const words = field
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase();
  const named = words.replace(/ minor$/, ' (minor units)').replace(/ id$/, ' number');
  return `${named.charAt(0).toUpperCase()}${named.slice(1)}`;
}

const instants = inReaderZone({ dateStyle: 'medium', timeStyle: 'medium' });

/** "21 Nov 2026, 13:05:07" */
export function instantText(instant: string): string {
  return instants(instant);
}

/** Where an entry came from: "127.0.0.1, Firefox on Windows"; null when nothing is known. */
export function originText({ ipAddress, device }: Pick<AuditEntry, 'ipAddress' | 'device'>): string | null {
  return [ipAddress, device].filter((one) => one !== null).join(', ') || null;
}

const counts = new Intl.NumberFormat('en-GB');

/** "312 entries", "more than 1,000 entries" */
export function foundText(total: number, isMinimum: boolean): string {
  return `${isMinimum ? 'More than ' : ''}${counts.format(total)} ${total === 1 ? 'entry' : 'entries'}`;
}

/** The actions of one kind of object, or of all. */
export function actionsOf(object: AuditObject | ''): AuditAction[] {
  const nouns = object === '' ? keysOf(auditActions) : [object];
  return [...new Set(nouns.flatMap((noun): readonly AuditAction[] => auditActions[noun]))];
}

const day: Parameter<string> = (given) => {
  const chosen = exactText(given);
  return rangeError({ from: chosen, to: chosen }) === null ? chosen : '';
};

const parameters = pageSearch({
  person: text,
  object: setting<AuditObject | ''>(keysOf(auditActions), ''),
  action: setting<AuditAction | ''>(actionsOf(''), ''),
  search: text,
  from: day,
  to: day,
  /** The list begins below the entry of this id. */
  before: whole(Number.MAX_SAFE_INTEGER),
});

export type AuditState = ReturnType<typeof parameters.read>;

/** The filters, and where the list begins. */
export const auditSearch = {
  query: parameters.query,
  /** An action that the object does not have is left out. */
  read(search: Search): AuditState {
    const state = parameters.read(search);
    const isKnown = actionsOf(state.object).some((action) => action === state.action);
    return isKnown ? state : { ...state, action: '' };
  },
};

export const allEntries = auditSearch.read({});

/** Whether filters hide entries; where the list begins is no filter. */
export function isNarrowed(state: AuditState): boolean {
  return Object.values({ ...state, before: null }).some((value) => value !== '' && value !== null);
}
