import type { StartQuery } from '#contract/identity/connections.ts';
import { ownPath } from '#server/identity/sign-in/rules.ts';
import type { FlowContext } from '#server/platform/context.ts';
import { fail } from '#server/platform/failure.ts';
import { ProviderAway } from '#server/platform/security/openid.ts';
import { type ConnectionRow, getConnection } from '../connection-actions.ts';
import { beginErrand, isOffered } from '../errand-actions.ts';
import { keepDocument } from '../operator-actions.ts';
import type { Providers } from '../provider-actions.ts';
import { pathInside } from '../rules.ts';

type Start = {
  connectionId: string;
  query: StartQuery;
  browserSecret: string;
  publicUrl: string;
  /** Id of the member who confirms; null for a sign-in. */
  userId: number | null;
};

/**
 * Begins a sign-in through a connection.
 * @returns the URL of its provider
 * @throws connections.not-found, connections.login-foreign, connections.target-foreign, connections.unreachable
 */
export async function startSignIn(ctx: FlowContext, providers: Providers, start: Start): Promise<string> {
  const { connectionId, query, browserSecret, publicUrl, userId } = start;
  const row = await getConnection(ctx, connectionId);
  if (!isOffered(row)) throw fail('connections.not-found');
  if (query.iss !== undefined && query.iss !== row.issuer) throw fail('connections.login-foreign');
  const target = query.target_link_uri === undefined ? query.returnTo : pathInside(query.target_link_uri, publicUrl);
  if (target === null) throw fail('connections.target-foreign');
  const isConfirming = query.purpose === 'confirm';
  return begin(ctx, providers, row, {
    browserSecret,
    purpose: query.purpose,
    returnTo: ownPath(target),
    userId: isConfirming ? userId : null,
    ...(query.login_hint && { loginHint: query.login_hint.slice(0, 320) }),
  });
}

/** Begins a test, which needs no offered connection. @throws connections.unreachable */
export function startTest(
  ctx: FlowContext,
  providers: Providers,
  row: ConnectionRow,
  { browserSecret, userId }: { browserSecret: string; userId: number },
): Promise<string> {
  return begin(ctx, providers, row, { browserSecret, purpose: 'test', returnTo: '/', userId });
}

type Beginning = {
  browserSecret: string;
  purpose: 'sign-in' | 'confirm' | 'test';
  returnTo: string;
  userId: number | null;
  loginHint?: string;
};

async function begin(
  ctx: FlowContext,
  providers: Providers,
  row: ConnectionRow,
  { loginHint, ...beginning }: Beginning,
): Promise<string> {
  try {
    const provider = await providers.of(row);
    const document = await provider.document();
    const handshake = await ctx.transaction(async (inner) => {
      await keepDocument(inner, row, document);
      return beginErrand(inner, { ...beginning, connectionId: row.id });
    });
    // Asks the provider for a new sign-in only to confirm; otherwise the provider's own session is enough.
    const isConfirming = beginning.purpose === 'confirm';
    const asked = { ...(isConfirming && { prompt: 'login', maxAgeSeconds: 0 }), ...(loginHint && { loginHint }) };
    return await provider.begin(handshake, asked);
  } catch (error) {
    if (error instanceof ProviderAway) throw fail('connections.unreachable', { name: row.name });
    throw error;
  }
}
