import type { Seat, SeatPool } from '#contract/commerce/seats.ts';
import { portalZone } from '#contract/dates.ts';
import type { ListedAddress } from '#contract/email-lists.ts';
import type { Invitation, Organisation, OrganisationRole } from '#contract/organisations/organisations.ts';
import type { Joining } from '#contract/organisations/organisations-domains.ts';
import { shortDate } from '#web/dates.ts';

export const roleNames: Record<OrganisationRole, string> = { owner: 'Owner', manager: 'Manager', learner: 'Learner' };

/** Labels of the ways to join through a verified domain, in the order of the choice (ORG-04). */
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

/** Returns the roles that an owner or a manager may give and take (ORG-05). The caller must not be a learner. */
export function rolesFor(own: OrganisationRole): OrganisationRole[] {
  return own === 'owner' ? ['owner', 'manager', 'learner'] : ['manager', 'learner'];
}

/** Returns the line below the name, such as "48 people, 92 seats, you are an owner". */
export function summaryOf({ people, seats, role }: Organisation): string {
  const own = `ou are ${role === 'owner' ? 'an' : 'a'} ${role}`;
  if (people === null) return `Y${own}.`;
  const held = seats && seats.total > 0 ? `, ${seatCount(seats.total)}` : '';
  return `${people === 1 ? '1 person' : `${people} people`}${held}, y${own}`;
}

type Pending = Pick<Invitation, 'askedAt' | 'isSent' | 'isExpired'>;

/** Milliseconds after which an unsent invitation counts as held back by the limit of its address (ORG-11). */
const sendingMs = 10 * 60_000;

/** Whether mails of invitations are being sent, so that the list must be loaded again soon. */
export function areBeingSent(invitations: readonly Pending[], now: Date): boolean {
  return invitations.some(
    ({ askedAt, isSent, isExpired }) => !isSent && !isExpired && now.getTime() - Date.parse(askedAt) < sendingMs,
  );
}

/** Returns "48 people have not joined yet." and, while mails are being sent, the number that were sent. */
export function pendingText(invitations: readonly Pending[], now: Date): string {
  const { length } = invitations;
  const waiting = `${length} ${length === 1 ? 'person has' : 'people have'} not joined yet.`;
  if (!areBeingSent(invitations, now)) return waiting;
  const sent = invitations.filter(({ isSent }) => isSent).length;
  return `${waiting} ${sent} of ${length} emails are sent.`;
}

export const seatCount = (count: number) => (count === 1 ? '1 seat' : `${count} seats`);

type Opened = Pick<SeatPool, 'resourceId' | 'title'>;

/** Returns the name of the access that seats give. */
export const nameOf = ({ title }: Pick<Opened, 'title'>) => title ?? 'All subscription resources';

/** Returns the key of a pool, for the URL and the people's list. */
export const keyOf = ({ resourceId }: Pick<Opened, 'resourceId'>): 'plan' | number => resourceId ?? 'plan';

/** Returns the last day (UTC) of seats, as the administrator entered it; their end is the beginning of the next day. */
export const lastDayOf = (end: string) => shortDate(new Date(Date.parse(end) - 1), portalZone);

/** Returns "Without end", "Until 03 Mar 2027" or "10 of 28 until 03 Mar 2027". */
export function endText({ nextEnd, seats }: Pick<SeatPool, 'nextEnd' | 'seats'>): string {
  if (nextEnd === null) return 'Without end';
  const day = lastDayOf(nextEnd.endsAt);
  return nextEnd.seats === seats ? `Until ${day}` : `${nextEnd.seats} of ${seats} until ${day}`;
}

/** Returns "4 available", with the number of seats that can be assigned only later. */
export function availableText({ seats, inUse, available }: Pick<SeatPool, 'seats' | 'inUse' | 'available'>): string {
  const resting = seats - inUse - available;
  return resting === 0 ? `${available} available` : `${available} available, ${resting} later`;
}

/** Returns a sentence about seats that give no access until their invoice is paid. */
export const pausedText = ({ paused }: Pick<SeatPool, 'paused'>) =>
  `${paused} paused: ${paused === 1 ? 'its' : 'their'} invoice is overdue`;

/** Returns "Any time" or "From 03 Mar 2027": the time from which a seat in use can go to another person. */
export const reassignText = ({ reassignableFrom }: Pick<Seat, 'reassignableFrom'>) =>
  reassignableFrom === null ? 'Any time' : `From ${shortDate(reassignableFrom)}`;

/** Returns the number of the line whose address an error names; null when it names none. */
export function lineNamedBy(sentence: string, lines: readonly ListedAddress[]): number | null {
  const named = /^“(.+?)”/.exec(sentence)?.[1]?.toLowerCase();
  return lines.find(({ email, problem }) => problem === null && email.toLowerCase() === named)?.line ?? null;
}
