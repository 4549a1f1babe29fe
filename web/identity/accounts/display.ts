import type { CurrentUser } from '#contract/identity/accounts.ts';
import type { UserColumn } from '#contract/identity/accounts-admin.ts';
import { choice, listSearch, text } from '#web/platform/search.ts';

/** Returns the full name, such as "Mira Tollander". */
export function fullName({ firstName, lastName }: Pick<CurrentUser, 'firstName' | 'lastName'>): string {
  return `${firstName} ${lastName}`.trim();
}

/** The names of the roles (PROF-01). */
export const roleNames: Record<CurrentUser['role'], string> = { user: 'User', administrator: 'Administrator' };

/** The columns of the administrators' list that can be chosen. */
export const userColumnNames: Record<UserColumn, string> = {
  email: 'Email',
  organization: 'Organization',
  role: 'Role',
  verified: 'Verified',
  joined: 'Joined',
};

/** The search parameters in the URL of the administrators' list. */
export const userList = listSearch({ search: text, organization: text, role: choice(['user', 'administrator']) });
