import { counted } from '#contract/counted.ts';
import type { CheckLeft } from '#contract/learning/checks-standing.ts';
import type { LibraryCounts, LibraryEntry, Shelf } from '#contract/learning/library.ts';
import type { NextStep } from '#contract/learning/paths.ts';
import type { ReadingPosition } from '#contract/learning/progress.ts';
import { formatMoney } from '#contract/money.ts';
import { doneWord } from './done-display.ts';

/** Names of the tabs (MYRES-01); the first is the default. */
export const shelfNames: Record<Shelf, string> = {
  purchased: 'Purchased',
  subscribed: 'Subscribed',
  free: 'Free Resources',
};

const units = [
  ['year', 365 * 24 * 3600],
  ['month', 30 * 24 * 3600],
  ['week', 7 * 24 * 3600],
  ['day', 24 * 3600],
  ['hour', 3600],
  ['minute', 60],
] as const;

/** Returns the time since an instant in its largest whole unit, such as "6 days ago"; weeks only from two. */
export function ago(instant: string, now: Date): string {
  const seconds = Math.max(0, (now.getTime() - Date.parse(instant)) / 1000);
  const found = units.find(([unit, length]) => seconds >= (unit === 'week' ? 2 : 1) * length);
  if (!found) return 'less than a minute ago';
  const [unit, length] = found;
  const count = Math.floor(seconds / length);
  return `${count} ${unit}${count === 1 ? '' : 's'} ago`;
}

type RowAction = 'Take the check' | 'Continue' | 'Start' | 'Access';

/** Returns the label of a row's button (MYRES-03 to MYRES-05, CHECK-05). */
export function rowAction(
  shelf: Shelf,
  { progress, checkLeft }: Pick<LibraryEntry, 'progress' | 'checkLeft'>,
): RowAction {
  if (checkLeft) return 'Take the check';
  if (progress) return 'Continue';
  return shelf === 'subscribed' ? 'Access' : 'Start';
}

/**
 * Returns the notes on a row: finished or downloaded, the check that is not passed yet, the next step of a path
 * (PATH-02), and "Last accessed 6 days ago". The Purchased tab adds how the member got the resource, such as "Purchased
 * 2 months ago · £24.00" or "Granted 3 days ago"; the other tabs add the duration.
 */
export function rowNotes(shelf: Shelf, entry: LibraryEntry, now: Date): string[] {
  const { progress, purchase, grantedAt, giftedAt, seatSince, resource, nextStep, checkLeft } = entry;
  const done = doneWordOf(entry);
  const notes = [
    ...(done ? [done] : []),
    ...(checkLeft ? [checkLeftText(checkLeft)] : []),
    ...(nextStep ? [nextText(nextStep, { isNumbered: true })] : []),
    ...(progress ? [`Last accessed ${ago(progress.lastAccessed, now)}`] : []),
  ];
  if (shelf !== 'purchased') {
    return resource.estimatedDuration === null ? notes : [...notes, `${resource.estimatedDuration} min`];
  }
  if (purchase) {
    if (purchase.bundle !== null) {
      return [...notes, `Purchased ${ago(purchase.purchaseDate, now)} in “${purchase.bundle}”`];
    }
    const amount = formatMoney(purchase.amount, purchase.currency);
    return [...notes, `Purchased ${ago(purchase.purchaseDate, now)} · ${amount}`];
  }
  if (giftedAt) return [...notes, `Received as a gift ${ago(giftedAt, now)}`];
  if (grantedAt) return [...notes, `Granted ${ago(grantedAt, now)}`];
  return seatSince ? [...notes, `Seat of your organisation since ${ago(seatSince, now)}`] : notes;
}

/** Returns a reading position in words: "Page 12 of 40", "4:10 of 12:30" or "30% read". */
export function readingPositionText({ unit, position, length }: ReadingPosition): string {
  if (unit === 'page') return `Page ${position} of ${length}`;
  if (unit === 'second') return `${clockWords(position)} of ${clockWords(length)}`;
  return `${Math.floor((position / length) * 100)}% read`;
}

/** Formats as "4:10", or from an hour as "1:04:10". */
function clockWords(seconds: number): string {
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor(seconds / 60) % 60;
  const two = (value: number) => String(value).padStart(2, '0');
  return `${hours > 0 ? `${hours}:${two(minutes)}` : minutes}:${two(seconds % 60)}`;
}

type Begun = Pick<LibraryEntry, 'resource' | 'progress' | 'nextStep' | 'check' | 'checkLeft'>;

/** Returns the word for a library entry that is finished or downloaded; null otherwise. */
function doneWordOf({ resource, progress, check }: Begun): string | null {
  if (!progress) return null;
  const { completionPercentage, readingPosition } = progress;
  return doneWord({ type: resource.type, completionPercentage, isRead: readingPosition !== null, check });
}

/**
 * Returns the member's last action on a resource: the check that is not passed yet, a finish or download, the next step
 * of a path, the reading position, or otherwise the time of the last use; "Not started" without progress.
 */
export function lastDone(entry: Begun, now: Date): string {
  const { progress } = entry;
  if (!progress) return 'Not started';
  if (entry.checkLeft) return checkLeftText(entry.checkLeft);
  const done = doneWordOf(entry);
  if (done) return `${done} ${ago(progress.lastAccessed, now)}`;
  if (entry.nextStep) return nextText(entry.nextStep, { isNumbered: true });
  return progress.readingPosition
    ? readingPositionText(progress.readingPosition)
    : `Used ${ago(progress.lastAccessed, now)}`;
}

/** Returns the state of a check that the member has not passed, such as "Check not passed yet, best score 75%". */
function checkLeftText({ attempts, bestPercent }: CheckLeft): string {
  if (attempts === 0) return 'Check not taken yet';
  return bestPercent === null ? 'Check begun' : `Check not passed yet, best score ${bestPercent}%`;
}

/** Returns the link to continue: the check that is not passed yet, the reading position, or otherwise the resource. */
export function continueAt({ resource, progress, checkLeft }: Begun) {
  const params = { id: String(resource.id) };
  if (checkLeft) return { to: '/resource/$id/check', params, search: {} } as const;
  const readingPosition = progress?.readingPosition;
  if (readingPosition?.unit === 'page') {
    return { to: '/resource/$id/read', params, search: { page: readingPosition.position } } as const;
  }
  if (readingPosition?.unit === 'block') return { to: '/resource/$id/article', params } as const;
  const search = readingPosition?.unit === 'second' ? ({ tab: 'video' } as const) : {};
  return { to: '/resource/$id', params, search } as const;
}

/** Line of an empty tab about another tab. The name of that tab follows `text`. */
type Elsewhere = { shelf: Shelf; text: string };

/** Returns, for an empty tab, a line about every other tab that has resources (MYRES-13). */
export function elsewhereOf(shelf: Shelf, { purchased, subscribed, free, begun }: LibraryCounts): Elsewhere[] {
  const all: (Elsewhere & { count: number })[] = [
    { shelf: 'purchased', count: purchased, text: `${counted(purchased, 'resource')} that you own` },
    begun.subscribed > 0
      ? {
          shelf: 'subscribed',
          count: begun.subscribed,
          text: `${counted(begun.subscribed, 'resource')} that you began`,
        }
      : {
          shelf: 'subscribed',
          count: subscribed,
          text: `${counted(subscribed, 'resource')} that your subscription opens`,
        },
    begun.free > 0
      ? { shelf: 'free', count: begun.free, text: `${counted(begun.free, 'free resource')} that you began` }
      : { shelf: 'free', count: free, text: counted(free, 'free resource') },
  ];
  return all
    .filter((one) => one.shelf !== shelf && one.count > 0)
    .map((one) => ({ shelf: one.shelf, text: `${one.text} ${one.count === 1 ? 'is' : 'are'} under` }));
}

type Next = NonNullable<NextStep>;

/** Returns "step 3 of 6". */
export const placeText = ({ number, required }: Next) => `step ${number} of ${required}`;

/**
 * Returns the next step of a path that is under way: "Next: the check, 8 questions".
 * @param isNumbered whether the step is named by its number too, as in "Next: step 3, the check, 8 questions"
 */
export function nextText({ number, kind, title, questions }: Next, { isNumbered = false } = {}): string {
  const next = isNumbered ? `Next: step ${number}, ` : 'Next: ';
  if (kind === 'assessment') return `${next}the readiness assessment`;
  if (kind !== 'check') return `${next}${title}`;
  const count = questions === null ? '' : questions === 1 ? ', 1 question' : `, ${questions} questions`;
  return `${next}the check${count}`;
}
