import type { LibraryEntry } from '#contract/library.ts';
import type { ReadingPosition } from '#contract/progress.ts';
import { paths } from '../../paths.ts';
import { ago } from './display.ts';

/** A reading position in words: "Page 12 of 40", "4:10 of 12:30", "30 % read". */
export function readingPositionText({ unit, position, length }: ReadingPosition): string {
  if (unit === 'page') return `Page ${position} of ${length}`;
  if (unit === 'second') return `${clockWords(position)} of ${clockWords(length)}`;
  return `${Math.floor((position / length) * 100)} % read`;
}

/** "4:10", and from an hour on "1:04:10". */
function clockWords(seconds: number): string {
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor(seconds / 60) % 60;
  const two = (value: number) => String(value).padStart(2, '0');
  return `${hours > 0 ? `${hours}:${two(minutes)}` : minutes}:${two(seconds % 60)}`;
}

type Begun = Pick<LibraryEntry, 'resource' | 'progress'>;

/** What the member did last with a resource: the reading position, else when it was last used. */
export function lastDone({ progress }: Pick<Begun, 'progress'>, now: Date): string {
  if (!progress) return 'Not started';
  return progress.readingPosition
    ? readingPositionText(progress.readingPosition)
    : `Used ${ago(progress.lastAccessed, now)}`;
}

/** The address at which the member continues: the reading position, else the resource. */
export function continueAddress({ resource, progress }: Begun): string {
  const readingPosition = progress?.readingPosition;
  if (readingPosition?.unit === 'page') return paths.read(resource.id, { page: readingPosition.position });
  if (readingPosition?.unit === 'block') return paths.article(resource.id);
  return paths.resource(resource.id, { tab: readingPosition?.unit === 'second' ? 'video' : undefined });
}
