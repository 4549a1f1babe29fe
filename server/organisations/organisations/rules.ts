import { comparableAddress } from '#contract/email-addresses.ts';
import type { OrganisationRole } from '#contract/organisations/organisations.ts';

/** Whether a role can see and change the people of the organisation (ORG-05). */
export function maySee(role: OrganisationRole): boolean {
  return role !== 'learner';
}

/** Whether a role decides about the organisation itself, such as its domains. */
export const isOwner = (role: OrganisationRole): boolean => role === 'owner';

/** Whether a role can buy for the organisation and see the costs (ORG-05). */
export function mayOrder(role: OrganisationRole): boolean {
  return role === 'owner';
}

/** Whether `own` may give or take the role `other`: owners any, managers all but that of owner, learners none. */
export function mayChange(own: OrganisationRole, other: OrganisationRole): boolean {
  return own === 'owner' || (own === 'manager' && other !== 'owner');
}

/** Returns the first address that a list has twice, in its second spelling; null when there is none. */
export function firstTwice(emails: readonly string[]): string | null {
  const seen = new Set<string>();
  for (const email of emails) {
    if (seen.has(comparableAddress(email))) return email;
    seen.add(comparableAddress(email));
  }
  return null;
}
