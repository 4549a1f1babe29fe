import type { ResourceType } from '#contract/catalogue/catalogue.ts';
import type { ReadingPosition, ReadingUnit } from '#contract/learning/progress.ts';
import { downloadedPercent } from '#contract/learning/progress-limits.ts';

/** What there is to go through in a resource. */
export type Contents = {
  type: ResourceType;
  hasFile: boolean;
  hasPages: boolean;
  hasText: boolean;
  hasVideo: boolean;
};

/** Something a member did with a resource, or the reading position that the member reached. */
export type Step = 'opened' | 'launched' | 'downloaded' | { readingPosition: ReadingPosition; contents: Contents };

/**
 * How far a step brings a resource at least, in whole percent; docs/publisher/progress.md gives the reasons. What was reached
 * before is never taken away, and the rest is known only to the member, who says that it is finished.
 */
const percents: Record<Extract<Step, string>, number> = {
  opened: 0,
  launched: 5,
  downloaded: downloadedPercent,
};

/** How far a member is after a step, who was at `before` (null before the first time), in whole percent (MYRES-10). */
export function percentAfter(before: number | null, step: Step): number {
  return Math.max(before ?? 0, typeof step === 'string' ? percents[step] : percentAt(step));
}

/** Whether a resource has contents that this unit counts. */
export function hasReadingPositions({ hasPages, hasText, hasVideo }: Contents, unit: ReadingUnit): boolean {
  return { page: hasPages, second: hasVideo, block: hasText }[unit];
}

/** The nearest position inside the contents: from the first page to the end. */
export function clampReadingPosition({ unit, position, length }: ReadingPosition): ReadingPosition {
  const first = unit === 'second' ? 0 : 1;
  return { unit, length, position: Math.min(Math.max(position, first), length) };
}

/** The last part of a video, its closing titles, that need not be watched. */
const closingShare = 0.05;

/**
 * How much of a resource a reading position completes, in whole percent: its share of the whole, and 100 at the end only. A video beside
 * a file, a text or a tool introduces them, so it brings less.
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

/** How far a resource is at most that its member calls not finished: it is offered to go on with. */
export const mostUnfinished = 99;

/** What is shown: a resource that the member calls finished is done, however far the portal saw it come. */
export function shownPercent(session: { completionPercentage: number; isFinished: boolean }): number {
  return session.isFinished ? 100 : session.completionPercentage;
}
