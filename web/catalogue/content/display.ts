import type { ContentCheck, ContentVersion } from '#contract/catalogue/content-admin.ts';
import { maxContentLength } from '#contract/catalogue/content-limits.ts';
import { counted } from '#contract/counted.ts';
import { longDate } from '#web/dates.ts';

/** Returns "Published on 23 November 2026 by Ada Lovelace", or "Came with the product". */
export function publishedText({ publishedAt, publishedBy }: ContentVersion): string {
  if (publishedAt === null) return 'Came with the product';
  return `Published on ${longDate(publishedAt)}${publishedBy === null ? '' : ` by ${publishedBy}`}`;
}

/** Returns the number of the version that is published next. */
export function nextVersion(current: string): string {
  return current.includes('.') ? '1' : String(Number(current) + 1);
}

/** Returns the reason why a file cannot be content, before it is read; null when it may be. */
export function rejectionOf({ name, size }: { name: string; size: number }): string | null {
  if (!/\.json$/i.test(name)) return 'Choose a JSON file, such as the one you downloaded here.';
  // A character takes at most four bytes.
  return size > 4 * maxContentLength ? 'This file is too large to be content of the portal.' : null;
}

/** Returns the result of a file's check in a sentence. */
export function checkText({ mistakeCount, changeCount }: ContentCheck): string {
  if (mistakeCount > 0) return `${counted(mistakeCount, 'mistake')}. Correct the file, then choose it again.`;
  if (changeCount === 0) return 'This content is published already. There is nothing to publish.';
  return `No mistakes. ${counted(changeCount, 'place')} ${changeCount === 1 ? 'changes' : 'change'}.`;
}
