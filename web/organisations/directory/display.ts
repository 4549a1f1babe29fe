import { counted } from '#contract/counted.ts';
import type { Directory, DirectoryState, DirectoryToken, EndedAccess } from '#contract/organisations/directory.ts';
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

/** Says whether a directory ends the access of people who leave, as it does once one of its tokens is used (SSO-12). */
export function leavingText({ tokens }: Pick<Directory, 'tokens'>): string {
  return tokens.some(({ lastUsedAt }) => lastUsedAt !== null)
    ? 'Your directory reports people who leave. Their access then ends at once.'
    : 'No directory reports people who leave. Remove them under People, or connect your directory.';
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

/** Says after a person's name what ended when the directory set the person inactive or deleted the person. */
export function endedText({ sessions, seats, tokens, keys, isLastOwner }: EndedAccess): string {
  const ended = [
    counted(sessions, 'session'),
    counted(seats, 'seat'),
    counted(tokens, 'tool token'),
    counted(keys, 'API key'),
  ].join(', ');
  const after = [
    ...(seats > 0 ? [seats === 1 ? 'The seat can be assigned again.' : 'The seats can be assigned again.'] : []),
    ...(isLastOwner ? ['The person is the last owner and kept the role.'] : []),
  ];
  return [`left the directory. Ended: ${ended}.`, ...after].join(' ');
}
