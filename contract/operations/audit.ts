import * as z from 'zod/mini';
import { soughtPerson } from '../people-search.ts';
import { exactText, line, paging, soughtText, wholeNumber } from '../text.ts';
import { daysBetween } from './analytics.ts';

/** All actions of the audit log, by the kind of object that they change. */
export const auditActions = {
  user: [
    'create',
    'update',
    'set-role',
    'delete',
    'download',
    'sign-in',
    'change-password',
    'reset-password',
    'switch-on-second-factor',
    'switch-off-second-factor',
    'link-identity',
    'remove-identity',
    'add-passkey',
    'remove-passkey',
    'refuse-passkey',
    'change-provider-address',
    'set-private-address',
    'remove-private-address',
    'forget-devices',
    'sign-out-everywhere',
  ],
  note: ['create', 'delete'],
  key: ['create', 'update', 'revoke', 'take-over', 'end'],
  assistant: ['connect', 'disconnect', 'disconnect-for-all', 'reuse-token', 'end'],
  'badge-key': ['rotate'],
  'portal-settings': ['update'],
  content: ['publish'],
  resource: [
    'create',
    'update',
    'publish',
    'delete',
    'download',
    'set-seat-prices',
    'save-check',
    'publish-check',
    'remove-check',
    'export-check',
    'void-question',
    'set-check-time',
  ],
  catalogue: ['upload', 'check', 'start', 'cancel', 'import', 'download'],
  'online-product': ['create', 'update', 'delete'],
  'promo-code': ['create', 'update', 'delete', 'download', 'redeem', 'refuse-checkout'],
  'promo-checkout': ['reconcile'],
  grant: ['create', 'revoke'],
  gift: ['redeem'],
  block: ['create', 'delete'],
  purchase: ['remove', 'refund', 'end', 'restore'],
  payment: ['refuse-payment', 'refund-duplicate', 'reconcile', 'recover'],
  subscription: [
    'download',
    'set-seat-prices',
    'suspend',
    'reactivate',
    'pause',
    'end-pause',
    'cancel',
    'end',
    'change-plan',
    'change-seats',
    'accept-offer',
    'refund',
    'find-second',
    'refuse-trial',
    'reconcile',
  ],
  invoice: ['refund', 'refund-late', 'request-refund'],
  refund: ['refuse-refund'],
  'refund-request': ['granted', 'declined'],
  accounts: ['download'],
  file: ['upload'],
  reconciliation: ['start'],
  event: ['retry'],
  organisation: [
    'create',
    'set-role',
    'remove-person',
    'leave',
    'join',
    'invite',
    'withdraw-invitation',
    'verify-domain',
    'change-domain',
    'remove-domain',
    'lose-domain',
    'move-domain',
    'decline-request',
    'buy-seats',
    'order-by-invoice',
    'cancel-order',
    'confirm',
    'rename',
    'set-credit-limit',
    'give-seats',
    'end-seats',
    'assign-seats',
    'take-back-seat',
    'assign-learning',
    'change-due-day',
    'end-assignments',
    'give-attempts',
    'start-round',
    'close-round',
    'download-assignments',
    'download-evidence',
    'download-offboardings',
    'create-webhook',
    'update-webhook',
    'delete-webhook',
    'rotate-webhook',
    'end-webhook-secret',
    'test-webhook',
    'resend-webhook',
    'create-directory-token',
    'revoke-directory-token',
    'add-by-directory',
    'change-by-directory',
    'end-by-directory',
    'delete-by-directory',
    'close',
  ],
  webhook: ['create', 'update', 'delete', 'rotate', 'end-secret', 'test', 'resend'],
  connection: [
    'create',
    'update',
    'delete',
    'test',
    'activate',
    'enforce',
    'allow',
    'disable',
    'end-enforcing',
    'emergency-sign-in',
  ],
  mail: ['retry'],
  news: ['send', 'send-test'],
  job: ['retry', 'drop'],
  'audit-log': ['download'],
} as const;

export type AuditObject = keyof typeof auditActions;
/** An action of one kind of object, such as "create" of "grant". */
export type AuditAction<Noun extends AuditObject = AuditObject> = (typeof auditActions)[Noun][number];

const word = z.pipe(
  z.optional(
    line({
      error: 'An action or object must be text',
      max: 40,
      tooLong: 'An action or object is at most 40 characters',
    }),
  ),
  z.transform((text: string | undefined) => text ?? ''),
);
const day = (name: string) =>
  z.optional(
    exactText({ error: `${name} must be a day such as 2026-11-21`, max: 40 }).check(
      z.refine((text) => text === '' || daysBetween(text, text) === 1, `${name} must be a day such as 2026-11-21`),
    ),
  );

/** Filters of the entries. Days are in the caller's time zone, both included; an empty filter is ignored. */
const sought = {
  /** Part of the name, email address or organisation in the profile of the actor or of the member concerned. */
  person: soughtPerson,
  action: word,
  object: word,
  /** Part of the values before and after, or of the object's id. */
  search: soughtText,
  from: day('from'),
  to: day('to'),
};

/**
 * Filters and the requested part of the list: entries older than the entry with the id `before`, or a page by its
 * number (GEN-10).
 */
export const AuditQuery = z.object({
  ...sought,
  before: z.optional(wholeNumber('before', Number.MAX_SAFE_INTEGER)),
  ...paging(),
});
export type AuditQuery = z.infer<typeof AuditQuery>;

export const AuditExportQuery = z.object(sought);
export type AuditExportQuery = z.infer<typeof AuditExportQuery>;

const Person = z.object({ id: z.int(), name: z.string(), email: z.nullable(z.string()) });

/** A field that differs; `before` or `after` is null where the field had no value. */
const AuditChange = z.object({ field: z.string(), before: z.nullable(z.string()), after: z.nullable(z.string()) });
export type AuditChange = z.infer<typeof AuditChange>;

/** One audit entry: actor, action, object, member, time and device; times are ISO 8601 in UTC. */
export const AuditEntry = z.object({
  id: z.int(),
  happenedAt: z.string(),
  /** Null when no account acted, such as for a job, a command of the operator, or a company's directory. */
  actor: z.nullable(Person),
  /**
   * The API key by which the actor acted; null for a person. Its name is null once the key has ended; its beginning
   * stays.
   */
  key: z.nullable(z.object({ id: z.int(), name: z.nullable(z.string()), start: z.nullable(z.string()) })),
  /** The member concerned; null when the entry is about no member. */
  member: z.nullable(Person),
  action: z.string(),
  object: z.string(),
  objectId: z.string(),
  /** Display name of the object, such as a resource's title; null for a user, and for an object without one. */
  name: z.nullable(z.string()),
  changes: z.array(AuditChange),
  ipAddress: z.nullable(z.string()),
  /** Browser and system, such as "Firefox on Windows", in the wording of the list of devices. */
  device: z.nullable(z.string()),
  requestId: z.string(),
});
export type AuditEntry = z.infer<typeof AuditEntry>;
