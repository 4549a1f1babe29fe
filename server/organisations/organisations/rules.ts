import { comparableAddress } from '#contract/email-addresses.ts';
import type { OrganisationRole } from '#contract/organisations/organisations.ts';

/** Whether a role sees the people of the organisation and changes them (ORG-05). */
export function maySee(role: OrganisationRole): boolean {
  return role !== 'learner';
}

/** Whether a role decides about the organisation itself, such as its domains. */
export const isOwner = (role: OrganisationRole): boolean => role === 'owner';

/** Whether a role buys for the organisation and sees what that cost (ORG-05). */
export function mayOrder(role: OrganisationRole): boolean {
  return role === 'owner';
}

/** Whether a role may give or take another one: only owners decide about owners. */
export function mayChange(own: OrganisationRole, other: OrganisationRole): boolean {
  return own === 'owner' || (own === 'manager' && other !== 'owner');
}

/** The first address that a list has twice, as it is written the second time; null when there is none. */
export function firstTwice(emails: readonly string[]): string | null {
  const seen = new Set<string>();
  for (const email of emails) {
    if (seen.has(comparableAddress(email))) return email;
    seen.add(comparableAddress(email));
  }
  return null;
}
