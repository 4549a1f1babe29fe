import type { PortalConnection } from '#contract/identity/connections-admin.ts';
import { listAdministrators } from '#server/identity/accounts/actions.ts';
import { queueMail } from '#server/identity/accounts/mail-actions.ts';
import type { Context, MemberContext } from '#server/platform/context.ts';
import type { Portal } from '#server/platform/mail/layout.ts';
import * as connections from './connection-actions.ts';
import { portalConnectionMail } from './emails.ts';

export type PortalDeps = { portal: Portal; announceChange: (ctx: Context) => Promise<void> };

export async function listPortal(ctx: MemberContext, portal: Portal): Promise<PortalConnection[]> {
  const rows = await connections.listConnections(ctx, null);
  const shown: PortalConnection[] = [];
  for (const row of rows) shown.push(await showPortal(ctx, row, portal));
  return shown;
}

export async function showPortal(
  ctx: MemberContext,
  row: connections.ConnectionRow,
  { publicUrl }: Portal,
): Promise<PortalConnection> {
  const { vouches, is_operators: isOperators } = row;
  const shown = await connections.showConnection(ctx, row, publicUrl);
  return { ...shown, vouches: vouches === 'all' ? 'all' : 'verified', isOperators };
}

/** @throws connections.not-found, connections.set-by-operator, connections.test-first */
export async function activatePortal(ctx: MemberContext, id: string, deps: PortalDeps): Promise<PortalConnection> {
  const row = await lockChangeable(ctx, id);
  await connections.activate(ctx, row);
  await tell(ctx, row, 'is offered on the sign-in page now', deps);
  return showPortal(ctx, await connections.getConnection(ctx, id), deps.portal);
}

/** @throws connections.not-found, connections.set-by-operator */
export async function disablePortal(ctx: MemberContext, id: string, deps: PortalDeps): Promise<PortalConnection> {
  const row = await lockChangeable(ctx, id);
  await connections.disable(ctx, row);
  await tell(ctx, row, 'was switched off, and its sessions ended', deps);
  return showPortal(ctx, await connections.getConnection(ctx, id), deps.portal);
}

/** @throws connections.not-found, connections.set-by-operator */
export async function removePortal(ctx: MemberContext, id: string, deps: PortalDeps): Promise<void> {
  const row = await lockChangeable(ctx, id);
  await connections.removeConnection(ctx, row);
  await tell(ctx, row, 'was removed, with its links to accounts and its sessions', deps);
}

/** Locks a connection of the portal for a change. @throws connections.not-found, connections.set-by-operator */
export async function lockChangeable(ctx: MemberContext, id: string): Promise<connections.ConnectionRow> {
  const row = await connections.lockOwn(ctx, null, id);
  connections.rejectOperators(row);
  return row;
}

/**
 * Mails all administrators that a connection of the portal has changed, and makes every node reload the offered
 * connections.
 */
export async function tell(
  ctx: MemberContext,
  { name }: connections.ConnectionRow,
  what: string,
  { portal, announceChange }: PortalDeps,
): Promise<void> {
  await announceChange(ctx);
  const site = await portal.site(ctx);
  for (const { userId, email, firstName } of await listAdministrators(ctx)) {
    const key = `portal-connection:${ctx.origin.requestId}.${userId}` as const;
    await queueMail(ctx.db, { kind: 'account', key }, portalConnectionMail({ email, firstName, name, what }, site));
  }
}
