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
 */
export async function assignDomains(
  ctx: Context,
  { id }: ConnectionRow,
  domains: readonly Domain[] | null,
  proven: readonly Domain[],
): Promise<void> {
  if (domains !== null) return store.replaceDomains(ctx.db, id, domains);
  const free: Domain[] = [];
  for (const one of proven) if ((await store.findConnectionOfDomain(ctx.db, one.id)) === null) free.push(one);
  await store.replaceDomains(ctx.db, id, free);
}

/** Lists the owners who keep another way in while a connection is required. */
export function listEmergencyOwners(ctx: Context, connectionId: string): Promise<{ userId: number; name: string }[]> {
  return emergency.listOwners(ctx.db, connectionId);
}
