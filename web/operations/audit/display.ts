import type { AuditEntry } from '#contract/operations/audit.ts';
import { type AuditAction, type AuditObject, auditActions } from '#contract/operations/audit-actions.ts';
import { keysOf } from '#web/catalogue/catalogue/display.ts';
import { inReaderZone } from '#web/local-time.ts';
import { exactText, type Parameter, pageSearch, type Search, setting, text, whole } from '#web/platform/search.ts';
import { rangeError } from '../analytics/range-display.ts';
import { type Pairs, sentences, type Words } from './sentences-display.ts';

export const objectNames: Record<AuditObject, string> = {
  user: 'Users',
  note: 'Notes about members',
  key: 'API keys',
  assistant: 'Assistants',
  'badge-key': 'Badges',
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
  webhook: 'Webhooks',
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
  'set-private-address': 'Private address added',
  'remove-private-address': 'Private address removed',
  'forget-devices': 'Devices forgotten',
  'sign-out-everywhere': 'Signed out everywhere',
  redeem: 'Redeemed',
  'refuse-checkout': 'Checkout refused',
  reconcile: 'Reconciled',
  recover: 'Recovered',
  revoke: 'Revoked',
  'take-over': 'Taken over',
  connect: 'Connected',
  disconnect: 'Disconnected',
  'disconnect-for-all': 'Disconnected for all',
  'reuse-token': 'Key used twice',
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
  'create-webhook': 'Webhook added',
  'update-webhook': 'Webhook changed',
  'delete-webhook': 'Webhook removed',
  'rotate-webhook': 'Webhook secret changed',
  'end-webhook-secret': 'Former webhook secret ended',
  'end-secret': 'Former secret ended',
  'test-webhook': 'Webhook tested',
  'resend-webhook': 'Events sent again',
  rotate: 'Secret changed',
  resend: 'Sent again',
  'set-seat-prices': 'Seat prices set',
  'buy-seats': 'Seats bought',
  'order-by-invoice': 'Seats ordered by invoice',
  'cancel-order': 'Order cancelled',
  confirm: 'Confirmation changed',
  rename: 'Rename',
  'set-credit-limit': 'Credit limit set',
  'give-seats': 'Seats granted',
  'end-seats': 'Seats ended',
  'assign-seats': 'Seats assigned',
  'take-back-seat': 'Seat taken back',
  'assign-learning': 'Learning assigned',
  'change-due-day': 'Due date changed',
  'end-assignments': 'Assignments ended',
  'give-attempts': 'Further attempts given',
  'save-check': 'Check saved',
  'export-check': 'Check downloaded',
  'publish-check': 'Check published',
  'remove-check': 'Check removed',
  'void-question': 'Question made void',
  'set-check-time': 'Time for a check set',
  'start-round': 'Assessment round started',
  'close-round': 'Assessment round closed',
  'download-assignments': 'Assignments downloaded',
  'download-evidence': 'Evidence pack downloaded',
  'download-offboardings': 'Offboarding record downloaded',
  'create-directory-token': 'Directory token created',
  'revoke-directory-token': 'Directory token revoked',
  'add-by-directory': 'Added by directory',
  'change-by-directory': 'Changed by directory',
  'end-by-directory': 'Access ended by directory',
  'delete-by-directory': 'Deleted by directory',
  close: 'Closed',
  send: 'Sent',
  'send-test': 'Test sent',
};

/** Returns "Ada Admin gave Mira Tollander access to “The quiet ledger”." */
export function sentenceOf(entry: AuditEntry): string {
  const { actor, key, member, object, action, name, changes } = entry;
  const isOwn = actor !== null && actor.id === member?.id;
  const whom = member?.name ?? 'a member';
  const words: Words = {
    who: `${actor?.name ?? 'The portal'}${key === null ? '' : ` with ${keyText(key)}`}`,
    whom,
    whose: isOwn ? 'their own' : possessive(whom),
    what: (kind) => (name === null ? kind : `${kind.replace(/^(a resource|a file)$/, '')} “${name}”`.trim()),
    isOwn,
    to: changes[0]?.after ?? '',
  };
  const pair = `${object} ${action}`;
  const sentence = pair in sentences ? sentences[pair as Pairs](words) : `${words.who}: ${action} of ${object}`;
  return `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}`;
}

/** Returns "the API key “HR sync”"; one that has ended has its beginning in place of the name. */
function keyText({ name, start }: NonNullable<AuditEntry['key']>): string {
  const shown = name === null ? start && `${start}…` : `“${name}”`;
  return shown === null ? 'an API key' : `the API key ${shown}`;
}

const possessive = (name: string) => `${name}’${name.endsWith('s') ? '' : 's'}`;

/** Returns a field's name in words: "rappImplementationPhase" is "Rapp implementation phase". Names minor units. */
export function fieldName(field: string): string {
  const words = field
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase();
  const named = words.replace(/ minor$/, ' (minor units)').replace(/ id$/, ' number');
  return `${named.charAt(0).toUpperCase()}${named.slice(1)}`;
}

const instants = inReaderZone({ dateStyle: 'medium', timeStyle: 'medium' });

/** Formats as "21 Nov 2026, 13:05:07". */
export function instantText(instant: string): string {
  return instants(instant);
}

/** Returns the origin of an entry, such as "127.0.0.1, Firefox on Windows"; null when nothing is known. */
export function originText({ ipAddress, device }: Pick<AuditEntry, 'ipAddress' | 'device'>): string | null {
  return [ipAddress, device].filter((one) => one !== null).join(', ') || null;
}

const counts = new Intl.NumberFormat('en-GB');

/** Returns "312 entries" or "More than 1,000 entries". */
export function foundText(total: number, isMinimum: boolean): string {
  return `${isMinimum ? 'More than ' : ''}${counts.format(total)} ${total === 1 ? 'entry' : 'entries'}`;
}

/** Returns the actions of one kind of object, or of all kinds for "". */
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
  /** Id of an entry; the list begins below it. Null for the newest. */
  before: whole(Number.MAX_SAFE_INTEGER),
});

export type AuditState = ReturnType<typeof parameters.read>;

/** URL parameters of the audit log: the filters, and the beginning of the list. */
export const auditSearch = {
  query: parameters.query,
  /** Reads the state, and ignores an action that the object does not have. */
  read(search: Search): AuditState {
    const state = parameters.read(search);
    const isKnown = actionsOf(state.object).some((action) => action === state.action);
    return isKnown ? state : { ...state, action: '' };
  },
};

export const allEntries = auditSearch.read({});

/** Whether filters hide entries; the beginning of the list is no filter. */
export function isNarrowed(state: AuditState): boolean {
  return Object.values({ ...state, before: null }).some((value) => value !== '' && value !== null);
}
