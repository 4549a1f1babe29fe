import { domainOfAddress } from '#contract/email-addresses.ts';
import { type FoundConnection, isShortName } from '#contract/identity/connections.ts';
import type { PortalConfig } from '#contract/identity/settings.ts';
import type { Context } from '#server/platform/context.ts';
import { type Failure, failWith } from '#server/platform/failure.ts';
import * as store from './connection-store.ts';
import * as emergency from './emergency-store.ts';
import { findWay as findSessionWay } from './session-store.ts';

/**
 * Returns the offered connection that the domain of an address leads to; null without one. The answer depends on the
 * domain alone, so that it says nothing of accounts (SSO-09).
 */
export async function findForAddress(ctx: Pick<Context, 'db'>, email: string): Promise<FoundConnection | null> {
  const found = await store.findByDomain(ctx.db, domainOfAddress(email));
  return found && { ...shown(found), startAddress: startAddress(found.id, { login_hint: email }) };
}

/** Returns the connection through which an address must sign in; null when other ways are allowed (SSO-10). */
export async function findRequired(ctx: Pick<Context, 'db'>, email: string): Promise<FoundConnection | null> {
  const found = await findForAddress(ctx, email);
  return found?.isRequired ? found : null;
}

/**
 * Rejects an address whose domain has an enforced connection. The caller must do so before it checks any secret
 * (SSO-10).
 * @param connectionId connection of the caller's sign-in; if it is the enforced one, the address is accepted
 * @throws connections.company-required
 */
export async function rejectOtherWay(ctx: Context, email: string, connectionId: string | null = null): Promise<void> {
  const required = await findRequired(ctx, email);
  if (required && required.connectionId !== connectionId) {
    throw companyRequired(required);
  }
}

/** Makes the error of an address that must sign in through a connection, which it names for the button there (SSO-10). */
export function companyRequired({ connectionId, name }: RequiredConnection): Failure {
  return failWith('connections.company-required', { connection: { connectionId, name } }, { name });
}

/**
 * Returns the emergency way of an administrator or a chosen owner whose address must sign in through a connection; null
 * when other ways are allowed (SSO-10).
 * @throws connections.company-required for everyone else
 */
export async function findEmergencyWay(
  ctx: Context,
  { id, email, role }: { id: number; email: string; role: 'user' | 'administrator' },
): Promise<EmergencyWay | null> {
  const required = await findRequired(ctx, email);
  if (!required) return null;
  const { connectionId } = required;
  if (role !== 'administrator' && !(await emergency.isOwner(ctx.db, connectionId, id))) {
    throw companyRequired(required);
  }
  return { connectionId, through: 'emergency', subject: null, providerSid: null, sealedIdToken: null, hours: null };
}

type RequiredConnection = Pick<FoundConnection, 'connectionId' | 'name'>;

type EmergencyWay = {
  connectionId: string;
  through: 'emergency';
  subject: null;
  providerSid: null;
  sealedIdToken: null;
  hours: null;
};

/** Returns the path at which a sign-in through a connection begins. */
export function startAddress(connectionId: string, query: Record<string, string> = {}): string {
  const given = new URLSearchParams(query).toString();
  return `/api/sso/${connectionId}/start${given && `?${given}`}`;
}

const shown = ({ id, name, state }: store.Found) => ({
  connectionId: id,
  name,
  isRequired: state === 'enforced',
});

/**
 * Returns the way of a sign-in through a connection, which the sign-in that replaces it keeps; null for other sign-ins.
 */
export function findWay(ctx: Context, signInId: number) {
  return findSessionWay(ctx.db, signInId);
}

/** Returns the id of the offered connection with a short name; null without one. */
export async function findBySlug(ctx: Context, slug: string): Promise<string | null> {
  if (!isShortName(slug)) return null;
  return (await store.findBySlug(ctx.db, slug))?.id ?? null;
}

/** Returns the portal's connections for the sign-in screen, and whether any organisation offers one. */
export async function listOffered(ctx: Pick<Context, 'db'>): Promise<PortalConfig['companySignIn']> {
  const { buttons, hasCompanies } = await store.listOffered(ctx.db);
  return { buttons: buttons.map(({ id, name }) => ({ connectionId: id, name })), hasCompanies };
}
