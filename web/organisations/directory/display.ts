import type { Directory, DirectoryState, DirectoryToken } from '#contract/organisations/directory.ts';
import { dateAndTime, shortDate } from '#web/dates.ts';

/** The states of people in the order of the list, with their names. */
export const stateNames: Record<DirectoryState, string> = {
  in: 'In the organisation',
  invited: 'Invited',
  outside: 'Outside',
  inactive: 'Inactive',
};

/** Says when a token was used and made, and by whom. */
export function tokenFacts({ start, createdAt, madeBy, lastUsedAt }: DirectoryToken): string {
  const used = lastUsedAt === null ? 'not used yet' : `used ${dateAndTime(lastUsedAt)}`;
  return `${start}… · ${used} · made ${madeBy ? `by ${madeBy}, ` : ''}${shortDate(createdAt)}`;
}

/** Returns how many people the directory has sent. */
export const sentPeople = ({ people }: Pick<Directory, 'people'>): number =>
  Object.values(people).reduce((sum, count) => sum + count, 0);

/** Returns the number of people in each state, without empty states. */
export function peopleFacts({ people }: Pick<Directory, 'people'>): string {
  const parts: [number, string][] = [
    [people.in, 'in the organisation'],
    [people.invited, 'invited'],
    [people.outside, 'outside'],
    [people.inactive, 'inactive'],
  ];
  return parts
    .filter(([count]) => count > 0)
    .map(([count, state]) => `${count} ${state}`)
    .join(', ');
}
