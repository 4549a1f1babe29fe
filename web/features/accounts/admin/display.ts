import type { User } from '#contract/accounts-admin.ts';

export const roleNames = { user: 'User', administrator: 'Administrator' } as const;

export const nameOf = ({ firstName, lastName }: Pick<User, 'firstName' | 'lastName'>) => `${firstName} ${lastName}`;

const dates = new Intl.DateTimeFormat('en-GB', { day: '2-digit', month: 'short', year: 'numeric' });

/** "02 Dec 2026" */
export const dayText = (instant: string) => dates.format(new Date(instant));

type Edited = Pick<User, 'firstName' | 'lastName' | 'email' | 'organization'>;

const fields = [
  ['firstName', 'First Name'],
  ['lastName', 'Last Name'],
  ['email', 'Email'],
  ['organization', 'Organization'],
] as const;

/** What stands in the account now where something else is about to be saved. */
export function differences(saved: Edited, typed: Edited): { label: string; saved: string; typed: string }[] {
  return fields
    .filter(([name]) => (saved[name] ?? '') !== (typed[name] ?? ''))
    .map(([name, label]) => ({ label, saved: saved[name] || 'None', typed: typed[name] || 'None' }));
}

/** "8 of 271 users" */
export function shownText(shown: number, total: number): string {
  return `${shown} of ${total} ${total === 1 ? 'user' : 'users'}`;
}
