import type { LibraryEntry } from '#contract/library.ts';
import type { Place } from '#contract/progress.ts';
import { paths } from '../../paths.ts';
import { ago } from './display.ts';

/** A place in words: "Page 12 of 40", "4:10 of 12:30", "30 % read". */
export function placeWords({ unit, position, length }: Place): string {
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

/** What the member was last doing with a resource: the place, else when it was last used. */
export function lastDone({ progress }: Pick<Begun, 'progress'>, now: Date): string {
  if (!progress) return 'Not started';
  return progress.place ? placeWords(progress.place) : `Used ${ago(progress.lastAccessed, now)}`;
}

/** Where going on leads: right to the place, else to the resource. */
export function continueAddress({ resource, progress }: Begun): string {
  const place = progress?.place;
  if (place?.unit === 'page') return paths.read(resource.id, { page: place.position });
  if (place?.unit === 'block') return paths.article(resource.id);
  return paths.resource(resource.id, { tab: place?.unit === 'second' ? 'video' : undefined });
}
