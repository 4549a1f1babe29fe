import type { ResourceType } from '#contract/catalogue/catalogue.ts';
import type { ReadingPosition, ReadingUnit } from '#contract/learning/progress.ts';
import { downloadedPercent } from '#contract/learning/progress-limits.ts';

/** The kinds of content of a resource. */
export type Contents = {
  type: ResourceType;
  hasFile: boolean;
  hasPages: boolean;
  hasText: boolean;
  hasVideo: boolean;
};

/** An action of a member with a resource, or the reading position that the member reached. */
export type Step = 'opened' | 'launched' | 'downloaded' | { readingPosition: ReadingPosition; contents: Contents };

/**
 * Minimum percentage that a step reaches; docs/publisher/progress.md gives the reasons. A step never lowers the
 * progress, and none of these shows that the rest is finished.
 */
const percents: Record<Extract<Step, string>, number> = {
  opened: 0,
  launched: 5,
  downloaded: downloadedPercent,
};

/** Returns the percentage after a step from `before` (null before the first use) (MYRES-10). */
export function percentAfter(before: number | null, step: Step): number {
  return Math.max(before ?? 0, typeof step === 'string' ? percents[step] : percentAt(step));
}

/** Whether a resource has content in this unit. */
export function hasReadingPositions({ hasPages, hasText, hasVideo }: Contents, unit: ReadingUnit): boolean {
  return { page: hasPages, second: hasVideo, block: hasText }[unit];
}

/** Returns the nearest position within the content: from the first page to the end. */
export function clampReadingPosition({ unit, position, length }: ReadingPosition): ReadingPosition {
  const first = unit === 'second' ? 0 : 1;
  return { unit, length, position: Math.min(Math.max(position, first), length) };
}

/** Share of a video's closing titles, which need not be watched. */
const closingShare = 0.05;

/**
 * Returns the percentage that a reading position completes: its share of the whole, and 100 only at the end. A video
 * beside a file, a text or a tool introduces them, so it completes less.
 */
function percentAt({ readingPosition, contents }: { readingPosition: ReadingPosition; contents: Contents }): number {
  const { unit, position, length } = clampReadingPosition(readingPosition);
  const isVideo = unit === 'second';
  const isEnd = isVideo ? length - position <= length * closingShare : position === length;
  const percent = isEnd ? 100 : Math.min(99, Math.floor((position / length) * 100));
  return isVideo ? Math.floor((percent * mostByVideo(contents)) / 100) : percent;
}

function mostByVideo({ type, hasFile, hasText }: Contents): number {
  if (type === 'online_tool') return percents.launched;
  return hasFile || hasText ? 25 : 100;
}

/** Maximum percentage of a resource that its member marks as not finished, so that it is offered to continue. */
export const mostUnfinished = 99;

/** Returns the percentage to show: 100 for a resource that the member marked as finished, whatever was recorded. */
export function shownPercent(session: { completionPercentage: number; isFinished: boolean }): number {
  return session.isFinished ? 100 : session.completionPercentage;
}
