import type { Connection, ConnectionState, ConnectionTest, Discovery } from '#contract/identity/connections.ts';
import { dateAndTime } from '#web/dates.ts';

export const stateNames: Record<ConnectionState, string> = {
  draft: 'Connected',
  tested: 'Tested',
  active: 'Offered',
  enforced: 'Required',
  disabled: 'Switched off',
};

export const stateTones: Record<ConnectionState, 'neutral' | 'info' | 'success' | 'warning'> = {
  draft: 'neutral',
  tested: 'info',
  active: 'success',
  enforced: 'success',
  disabled: 'warning',
};

/** Owner of a connection: an organisation or the portal. Only organisations can require theirs. */
export type OwnerKind = 'company' | 'portal';

export type Step = { name: string; note: string; place: 'done' | 'now' | 'next' };

const notes = {
  draft: ['Provider entered', 'Enter your provider'],
  tested: ['Signed in through it', 'Sign in through it yourself'],
  active: ['People can use it', 'Offer it to your people'],
  enforced: ['Passwords are refused', 'If you want: passwords stop'],
} as const;

const order = ['draft', 'tested', 'active', 'enforced'] as const;

/** Returns the steps to set a connection up, the next one marked; a connection of the portal cannot be required. */
export function stepsOf(state: Exclude<ConnectionState, 'disabled'>, kind: OwnerKind): Step[] {
  const reached = order.indexOf(state);
  return order.slice(0, kind === 'portal' ? 3 : 4).map((step, index) => {
    const [done, todo] = notes[step];
    const place = index <= reached ? 'done' : index === reached + 1 ? 'now' : 'next';
    return { name: stateNames[step], note: place === 'done' ? done : todo, place };
  });
}

/** Joins words for a sentence, such as "one, two and three". */
export function listed(words: readonly string[]): string {
  const [last = ''] = words.slice(-1);
  return words.length < 2 ? last : `${words.slice(0, -1).join(', ')} and ${last}`;
}

/** Sums up a usable discovery document (SSO-02). */
export function reachedText({ algorithms }: Pick<Discovery, 'algorithms'>): string {
  return algorithms.length > 0 ? `Reached. The provider signs with ${listed(algorithms)}.` : 'Reached.';
}

const claimNames: Record<string, string> = {
  sub: 'Person',
  email: 'Email',
  email_verified: 'Email verified',
  given_name: 'First name',
  family_name: 'Last name',
  name: 'Name',
  preferred_username: 'User name',
  hd: 'Google domain (hd)',
  tid: 'Entra tenant (tid)',
  oid: 'Entra person (oid)',
  sid: 'Session (sid)',
  auth_time: 'Time of sign-in',
  amr: 'Ways of sign-in (amr)',
};

/** Returns the name by which owners know a claim; an unknown claim has its own name. */
export const claimName = (claim: string): string => claimNames[claim] ?? claim;

/** Returns the text for the value of a claim, which only the person who tested sees (SSO-03). */
export function claimText({ claim, isPresent, value }: ConnectionTest['claims'][number], isOwn: boolean): string {
  if (!isPresent) return 'Not sent';
  if (value === null) return isOwn ? '' : 'Only the person who tested sees it';
  if (claim === 'auth_time') return dateAndTime(value);
  return { true: 'Yes', false: 'No' }[value] ?? value;
}

const dayMilliseconds = 86_400_000;

/** Days from today until the secret's last day; null without one. */
function daysLeft({ secretEndsOn }: Pick<Connection, 'secretEndsOn'>, now: Date): number | null {
  if (secretEndsOn === null) return null;
  const today = Date.parse(now.toISOString().slice(0, 10));
  return Math.round((Date.parse(secretEndsOn) - today) / dayMilliseconds);
}

/**
 * Says that the client secret ends soon or has ended; null without a last day and while more than 30 days are left
 * (SSO-01).
 */
export function secretWarning(connection: Pick<Connection, 'secretEndsOn'>, now: Date): string | null {
  const left = daysLeft(connection, now);
  if (left === null || left > 30) return null;
  if (left < 0) return 'The client secret has ended. Make a new one at your provider and replace it here.';
  const when = left === 0 ? 'today' : left === 1 ? 'tomorrow' : `in ${left} days`;
  return `The client secret ends ${when}. Make a new one at your provider and replace it here.`;
}

/** Returns sentences on when sessions through the connection end, and why (SSO-12). */
export function sessionText({ sendsLogouts, sessionHours }: Pick<Connection, 'sendsLogouts' | 'sessionHours'>): string {
  const hours = sessionHours === 1 ? '1 hour' : `${sessionHours} hours`;
  return sendsLogouts
    ? `Your provider says that it reports sign-outs. Sessions then end at once, and after ${hours} in any case.`
    : `Your provider does not say that it reports sign-outs. Sessions end after ${hours}, then people sign in at the provider again.`;
}
