import * as z from 'zod/mini';
import { ResourceSummary } from '../catalogue/catalogue.ts';
import { paging } from '../text.ts';
import { CheckLeft, CheckMark } from './checks-standing.ts';
import { NextStep } from './paths.ts';
import { ReadingPosition } from './progress.ts';

/** The tabs of My Resources (MYRES-01). */
const Shelf = z.enum(['purchased', 'subscribed', 'free'], { error: 'This tab is not known' });
export type Shelf = z.infer<typeof Shelf>;

/** Tab and page; the whole tab (at most 1,000) without paging. */
export const LibraryQuery = z.object({
  shelf: z._default(Shelf, 'purchased'),
  ...paging(),
});
export type LibraryQuery = z.infer<typeof LibraryQuery>;

/**
 * One row of My Resources or of Continue: the resource, the member's progress (null before the first opening), and in
 * the Purchased tab what gives access: a purchase, gift, grant or seat. Amounts are major units, times ISO 8601 in UTC.
 */
export const LibraryEntry = z.object({
  resource: ResourceSummary,
  progress: z.nullable(
    z.object({ completionPercentage: z.int(), lastAccessed: z.string(), readingPosition: z.nullable(ReadingPosition) }),
  ),
  purchase: z.nullable(
    z.object({
      purchaseDate: z.string(),
      amount: z.number(),
      currency: z.string(),
      /** Title of the bundle or path that the amount was paid for; null when the resource itself was bought. */
      bundle: z.nullable(z.string()),
    }),
  ),
  grantedAt: z.nullable(z.string()),
  /** Time at which it was received as a gift. */
  giftedAt: z.nullable(z.string()),
  /** Time since which a seat of an organisation opens it. */
  seatSince: z.nullable(z.string()),
  /** Only of a learning path that the member began. */
  nextStep: z.optional(NextStep),
  check: CheckMark,
  /** The knowledge check, while only passing it is left: the resource is read to its end, or the check was tried. */
  checkLeft: z.optional(CheckLeft),
});
export type LibraryEntry = z.infer<typeof LibraryEntry>;

/** Number of rows of each tab, and of the begun rows of the tabs that need no purchase. */
export const LibraryCounts = z.object({
  purchased: z.int(),
  subscribed: z.int(),
  free: z.int(),
  begun: z.object({ subscribed: z.int(), free: z.int() }),
});
export type LibraryCounts = z.infer<typeof LibraryCounts>;

/**
 * Marks of the caller on the cards of resources, of each at most 1,000: `resourceIds` are saved, last saved first;
 * `begun` are those with progress, last used first. `isRead` says whether there is a reading position.
 */
export const SavedIds = z.object({
  resourceIds: z.array(z.int()),
  begun: z.array(
    z.object({ resourceId: z.int(), completionPercentage: z.int(), isRead: z.boolean(), check: CheckMark }),
  ),
});
export type SavedIds = z.infer<typeof SavedIds>;

export const SavedState = z.object({ isSaved: z.boolean() });
export type SavedState = z.infer<typeof SavedState>;
