import { createRemoteJWKSet, customFetch, jwtVerify } from 'jose';
import { isStorable } from '#contract/text.ts';
import type { FlowContext } from '#server/platform/context.ts';
import { fail } from '#server/platform/failure.ts';
import type { ProviderFetch } from '#server/platform/security/openid.ts';
import { usableAlgorithms } from '#server/platform/security/openid-document.ts';
import { hashSecret } from '#server/platform/security/secrets.ts';
import { getConnection } from '../connection-actions.ts';
import type { Providers } from '../provider-actions.ts';
import { endNamed } from '../session-end-actions.ts';

const backChannelEvent = 'http://schemas.openid.net/event/backchannel-logout';
/** Age at which a logout token is refused, the tolerance of clocks included (SSO-12). */
const oldestSeconds = 120;
const toleranceSeconds = 60;

type KeySet = ReturnType<typeof createRemoteJWKSet>;

/**
 * Cached keys of providers, by kind of owner (whose calls leave in different ways) and URL, so that a flood of tokens
 * is no flood of calls.
 */
const keySets = new Map<string, KeySet>();
const mostKeySets = 200;

function keySetOf(owner: 'portal' | 'organisation', address: string, fetch: ProviderFetch): KeySet {
  const name = `${owner} ${address}`;
  const known = keySets.get(name);
  if (known) return known;
  const made = createRemoteJWKSet(new URL(address), {
    timeoutDuration: 10_000,
    cooldownDuration: 60_000,
    [customFetch]: (url, options) => fetch(url, options as Parameters<ProviderFetch>[1]),
  });
  const [oldest] = keySets.keys();
  if (keySets.size >= mostKeySets && oldest) keySets.delete(oldest);
  keySets.set(name, made);
  return made;
}

type Logout = { connectionId: string; token: string; fetchFor: (organisationId: number | null) => ProviderFetch };

/**
 * Ends the sign-ins that a logout token names (OpenID Connect Back-Channel Logout 1.0, section 2.6).
 * @throws connections.logout-refused for a token that is invalid, cannot be checked or was used before
 */
export async function logoutByProvider(ctx: FlowContext, providers: Providers, logout: Logout): Promise<void> {
  const claims = await verified(ctx, providers, logout).catch(() => {
    throw fail('connections.logout-refused');
  });
  const { sub, sid, jti } = claims;
  const named = { connectionId: logout.connectionId, subject: sub, providerSid: sid, tokenIdHash: hashSecret(jti) };
  if (!(await ctx.transaction((inner) => endNamed(inner, named)))) throw fail('connections.logout-refused');
}

async function verified(ctx: FlowContext, providers: Providers, { connectionId, token, fetchFor }: Logout) {
  const row = await getConnection(ctx, connectionId);
  const document = await (await providers.of(row)).document();
  const keys = keySetOf(
    row.organisation_id === null ? 'portal' : 'organisation',
    document.jwks_uri,
    fetchFor(row.organisation_id),
  );
  const { payload } = await jwtVerify(token, keys, {
    issuer: row.issuer,
    audience: row.client_id,
    algorithms: usableAlgorithms(document),
    maxTokenAge: oldestSeconds - toleranceSeconds,
    clockTolerance: toleranceSeconds,
    currentDate: ctx.now,
    requiredClaims: ['iat', 'jti', 'events'],
  });
  const { events, nonce, sub = null, sid = null, jti } = payload;
  const isLogout = typeof events === 'object' && events !== null && backChannelEvent in events;
  const isText = (value: unknown): value is string | null =>
    value === null || (typeof value === 'string' && isStorable(value));
  if (!isLogout || nonce !== undefined || !isText(sub) || !isText(sid) || typeof jti !== 'string') {
    throw fail('connections.logout-refused');
  }
  if (sub === null && sid === null) throw fail('connections.logout-refused');
  return { sub, sid, jti };
}
