import type { Context } from '#server/platform/context.ts';
import type { ConnectionRow } from './connection-actions.ts';
import * as store from './connection-store.ts';
import * as emergency from './emergency-store.ts';

type Domain = { id: number; domain: string };

export function listDomainsOf(ctx: Context, connectionId: string): Promise<Domain[]> {
  return store.listDomainsOf(ctx.db, connectionId);
}

/**
 * Assigns domains to a connection; each domain belongs to at most one (SSO-01).
 * @param domains null for all of `proven` that have no connection yet
 * @returns the other connections that domains were taken from
 */
export async function assignDomains(
  ctx: Context,
  { id }: ConnectionRow,
  domains: readonly Domain[] | null,
  proven: readonly Domain[],
): Promise<string[]> {
  const holders = new Map<number, string | null>();
  for (const one of proven) holders.set(one.id, await store.findConnectionOfDomain(ctx.db, one.id));
  const chosen = domains ?? proven.filter((one) => holders.get(one.id) === null);
  await store.replaceDomains(ctx.db, id, chosen);
  const former = chosen.map((one) => holders.get(one.id) ?? id);
  return [...new Set(former)].filter((one) => one !== id);
}

/** Lists the owners who keep another way in while a connection is required. */
export function listEmergencyOwners(ctx: Context, connectionId: string): Promise<{ userId: number; name: string }[]> {
  return emergency.listOwners(ctx.db, connectionId);
}
