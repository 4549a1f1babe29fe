import * as z from 'zod/mini';
import { soughtPerson } from '../people-search.ts';
import { exactText, line, paging, soughtText, wholeNumber } from '../text.ts';
import { daysBetween } from './range.ts';

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
