import type { Caller } from '#contract/endpoint.ts';
import { type KeyKind, type Scope, scopeNames, scopesOf } from '#contract/scopes.ts';

/** The owner of keys: a member, an organisation or the portal. */
export type KeyOwner =
  | { kind: 'member'; userId: number }
  | { kind: 'organisation'; organisationId: number }
  | { kind: 'portal' };

/** Letter that marks each kind in the text of its keys. */
export const tokenKinds = { member: 'm', organisation: 'o', portal: 'p' } as const satisfies Record<KeyKind, string>;

/** Returns the first scope that keys of this kind cannot have; null when there is none. */
export function wrongScope(kind: KeyKind, scopes: readonly Scope[]): Scope | null {
  const possible = scopesOf(kind);
  return scopes.find((scope) => !possible.includes(scope)) ?? null;
}

/** Returns scopes in the order of the table, each once; scopes that no longer exist are left out. */
export function scopesIn(given: readonly string[]): Scope[] {
  return scopeNames.filter((name) => given.includes(name));
}

type Route = { path: string; caller: Caller };

/**
 * Whether a key may call a route. An organisation's key reads no data of the person for whom it acts, and a portal's
 * key none of its administrator. A member's key reads nothing of the member's organisation and, for an administrator,
 * nothing of other members.
 */
export function isWithinReach(kind: KeyKind, { path, caller }: Route): boolean {
  if (path.startsWith('/api/organisations/')) return kind === 'organisation';
  if (kind === 'member') return caller !== 'administrator';
  return kind === 'portal' && path !== '/api/user' && !path.startsWith('/api/user/');
}
