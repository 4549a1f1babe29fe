import type { Role } from '#contract/accounts-admin.ts';
import type { Search } from '../../../platform/search.ts';

/** What the address says of the tab: what the table is narrowed to, and its page. */
export type UserState = { search: string; organization: string; role: Role | null; page: number };

export const allUsers: UserState = { search: '', organization: '', role: null, page: 1 };

const one = (value: string | string[] | undefined) => (typeof value === 'string' ? value.trim().slice(0, 100) : '');

/** Reads the tab's state; what makes no sense has its usual value. */
export function readUserState({ search, organization, role, page }: Search): UserState {
  const number = Number(one(page));
  return {
    search: one(search),
    organization: one(organization),
    role: role === 'user' || role === 'administrator' ? role : null,
    page: Number.isInteger(number) && number >= 1 && number <= 1_000_000 ? number : 1,
  };
}

/** The same as the address's query. */
export function userQueryOf({ search, organization, role, page }: UserState) {
  return { tab: 'users', search, organization, role: role ?? undefined, page: page > 1 ? page : undefined };
}
