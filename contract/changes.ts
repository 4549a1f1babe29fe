import * as z from 'zod/mini';
import { codeText, wholeNumber } from './text.ts';

/** A time that PostgreSQL knows: it has no year 0. */
export const ChangeTime = z.iso
  .datetime({ error: 'updatedSince must be a time such as 2026-11-30T09:00:00Z' })
  .check(z.refine((time) => !time.startsWith('0000'), 'updatedSince must be a time such as 2026-11-30T09:00:00Z'));

/** Page of a list that programs ask for: the rows that changed since a time (APIKEY-06). */
export const ChangesQuery = z.object({
  /** Only what changed at this time or later. */
  updatedSince: z.optional(ChangeTime),
  /** The `next` of the page before. */
  cursor: z.optional(codeText(/^[\w-]{1,200}$/, 'cursor must be the next of the page before')),
  limit: z.optional(wholeNumber('limit', 200)),
});
export type ChangesQuery = z.infer<typeof ChangesQuery>;

/** Builds the schema of a page of changes, oldest first. */
export function changesOf<Item extends z.ZodMiniType>(item: Item) {
  return z.object({
    items: z.array(item),
    /** The cursor of the next page; null on the last one. */
    next: z.nullable(z.string()),
    /** The `updatedSince` with which the next run misses nothing; rows that changed shortly before are sent again. */
    syncedUntil: z.string(),
  });
}

export type Changes<Item> = { items: Item[]; next: string | null; syncedUntil: string };
