import { domainOfAddress } from '#contract/email-addresses.ts';
import type { FoundConnection } from '#contract/identity/connections.ts';
import type { PortalConfig } from '#contract/identity/settings.ts';
import type { Context } from '#server/platform/context.ts';
import { fail } from '#server/platform/failure.ts';
import * as store from './connection-store.ts';
import * as emergency from './emergency-store.ts';
import { findWay as findSessionWay } from './session-store.ts';

/**
 * Returns the connection that the domain of an address leads to; null without one. The answer depends on the domain
 * alone, so that it says nothing of accounts (SSO-09).
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
 * @param connectionId connection of the caller's sign-in
 * @throws connections.company-required
 */
export async function refuseOtherWay(ctx: Context, email: string, connectionId: string | null = null): Promise<void> {
  const required = await findRequired(ctx, email);
  if (required && required.connectionId !== connectionId) {
    throw fail('connections.company-required', { name: required.name });
  }
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
  const { connectionId, name } = required;
  if (role !== 'administrator' && !(await emergency.isOwner(ctx.db, connectionId, id))) {
    throw fail('connections.company-required', { name });
  }
  return { connectionId, through: 'emergency', subject: null, providerSid: null, hours: null };
}

type EmergencyWay = {
  connectionId: string;
  through: 'emergency';
  subject: null;
  providerSid: null;
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

/** Returns the connection through which a sign-in came, for the one that takes its place. */
export function findWay(ctx: Context, signInId: number) {
  return findSessionWay(ctx.db, signInId);
}

/** Finds the offered connection of a short name. */
export async function findBySlug(ctx: Context, slug: string): Promise<string | null> {
  return (await store.findBySlug(ctx.db, slug))?.id ?? null;
}

/** Returns the ways to sign in that the screen offers besides password and Google. */
export async function listOffered(ctx: Pick<Context, 'db'>): Promise<PortalConfig['companySignIn']> {
  const { buttons, hasCompanies } = await store.listOffered(ctx.db);
  return { buttons: buttons.map(({ id, name }) => ({ connectionId: id, name })), hasCompanies };
}
