import type { Caller } from '#contract/endpoint.ts';
import { type KeyKind, type Scope, scopeNames, scopesOf } from '#contract/scopes.ts';

/** The owner of keys: a member, an organisation or the portal. */
export type KeyOwner =
  | { kind: 'member'; userId: number }
  | { kind: 'organisation'; organisationId: number }
  | { kind: 'portal' };

/** The letter of a kind in its keys. */
export const tokenKinds = { member: 'm', organisation: 'o', portal: 'p' } as const satisfies Record<KeyKind, string>;

/** Returns the first scope that keys of this kind cannot have; null when there is none. */
export function wrongScope(kind: KeyKind, scopes: readonly Scope[]): Scope | null {
  const possible = scopesOf(kind);
  return scopes.find((scope) => !possible.includes(scope)) ?? null;
}

/** Returns scopes in the order of the table, each once; a scope that the table lost since is left out. */
export function scopesIn(given: readonly string[]): Scope[] {
  return scopeNames.filter((name) => given.includes(name));
}

type Route = { path: string; caller: Caller };

/**
 * Whether a key may call a route at all. An organisation's key reads nothing of the person for whom it acts, the
 * portal's nothing of its administrator, and a member's nothing of the member's organisation, nor, of an administrator,
 * of other members.
 */
export function isWithinReach(kind: KeyKind, { path, caller }: Route): boolean {
  if (path.startsWith('/api/organisations/')) return kind === 'organisation';
  if (kind === 'member') return caller !== 'administrator';
  return kind === 'portal' && path !== '/api/user' && !path.startsWith('/api/user/');
}
