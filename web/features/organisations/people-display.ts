import type { Organisation, OrganisationRole } from '#contract/organisations.ts';
import type { Joining } from '#contract/organisations-domains.ts';
import type { Seat, SeatPool } from '#contract/organisations-seats.ts';
import { shortDate } from '../../dates.ts';

export const roleNames: Record<OrganisationRole, string> = { owner: 'Owner', manager: 'Manager', learner: 'Learner' };

/** How people join by a verified domain (ORG-04), in the order of the choice. */
export const joiningChoices: readonly [Joining, string][] = [
  ['off', 'By invitation only'],
  ['ask', 'They may ask'],
  ['automatically', 'Automatically'],
];

export const joiningSentences: Record<Joining, string> = {
  off: 'People with a verified address there join by invitation.',
  ask: 'People with a verified address there may ask to join. An owner or manager approves.',
  automatically: 'People with a verified address there join by themselves, as learners.',
};

/** The roles that a role may give and take (ORG-05). */
export function rolesFor(own: OrganisationRole): OrganisationRole[] {
  return own === 'owner' ? ['owner', 'manager', 'learner'] : ['manager', 'learner'];
}

/** "48 people, 92 seats, you are an owner" */
export function summaryOf({ people, seats, role }: Organisation): string {
  const own = `ou are ${role === 'owner' ? 'an' : 'a'} ${role}`;
  if (people === null) return `Y${own}.`;
  const held = seats && seats.total > 0 ? `, ${seatCount(seats.total)}` : '';
  return `${people === 1 ? '1 person' : `${people} people`}${held}, y${own}`;
}

export const seatCount = (count: number) => (count === 1 ? '1 seat' : `${count} seats`);

type Opened = Pick<SeatPool, 'resourceId' | 'title'>;

/** What seats open, in words. */
export const nameOf = ({ title }: Pick<Opened, 'title'>) => title ?? 'All subscription resources';

/** A pool in the address, and in the people's list. */
export const keyOf = ({ resourceId }: Pick<Opened, 'resourceId'>): 'plan' | number => resourceId ?? 'plan';

/** The last day (UTC) of seats that end as another day begins: the one that the administrator entered. */
export const lastDayOf = (end: string) => shortDate(new Date(Date.parse(end) - 1), 'UTC');

/** "Without end", "Until 3 Mar 2027" or "10 of 28 until 3 Mar 2027". */
export function endText({ nextEnd, seats }: Pick<SeatPool, 'nextEnd' | 'seats'>): string {
  if (nextEnd === null) return 'Without end';
  const day = lastDayOf(nextEnd.endsAt);
  return nextEnd.seats === seats ? `Until ${day}` : `${nextEnd.seats} of ${seats} until ${day}`;
}

/** "4 available", and how many cannot be assigned yet. */
export function availableText({ seats, inUse, available }: Pick<SeatPool, 'seats' | 'inUse' | 'available'>): string {
  const resting = seats - inUse - available;
  return resting === 0 ? `${available} available` : `${available} available, ${resting} later`;
}

/** Seats that open nothing until their invoice is paid. */
export const pausedText = ({ paused }: Pick<SeatPool, 'paused'>) =>
  `${paused} paused: ${paused === 1 ? 'its' : 'their'} invoice is overdue`;

/** When a seat in use can go to another person. */
export const reassignText = ({ reassignableFrom }: Pick<Seat, 'reassignableFrom'>) =>
  reassignableFrom === null ? 'Any time' : `From ${shortDate(reassignableFrom)}`;

/** One line of the pasted addresses: an address to invite, or what is wrong with it. Lines are counted from 1. */
export type PastedLine = { line: number; email: string; problem: string | null };

const address = /[^\s<>,;"']+@[^\s<>,;"']+/;
const wellFormed = /^[^@\s]+@[^@\s.]+(\.[^@\s.]+)+$/;

/** Reads pasted addresses, one for each line, or rows of a spreadsheet; empty lines are left out. */
export function linesOf(pasted: string): PastedLine[] {
  const seen = new Map<string, number>();
  return pasted.split(/\r?\n/).flatMap((row, index): PastedLine[] => {
    const line = index + 1;
    if (row.trim() === '') return [];
    const email = address.exec(row)?.[0] ?? '';
    if (!wellFormed.test(email))
      return [{ line, email: email || row.trim(), problem: 'This is not an email address.' }];
    const first = seen.get(email.toLowerCase());
    if (first !== undefined) return [{ line, email, problem: `The same address is in line ${first}.` }];
    seen.set(email.toLowerCase(), line);
    return [{ line, email, problem: null }];
  });
}

/** The number of the line whose address a refusal names; null when it names none. */
export function lineNamedBy(sentence: string, lines: readonly PastedLine[]): number | null {
  const named = /^“(.+?)”/.exec(sentence)?.[1]?.toLowerCase();
  return lines.find(({ email }) => email.toLowerCase() === named)?.line ?? null;
}
