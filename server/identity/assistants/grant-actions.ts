import { hash, timingSafeEqual } from 'node:crypto';
import type { AssistantRequestQuery } from '#contract/identity/assistants.ts';
import type { Scope } from '#contract/scopes.ts';
import { findAccount, getAccount } from '#server/identity/accounts/actions.ts';
import { queueMail } from '#server/identity/accounts/mail-actions.ts';
import { actingFor, type KeyDeps } from '#server/identity/api-keys/actions.ts';
import { scopesIn } from '#server/identity/api-keys/rules.ts';
import { audit } from '#server/platform/audit.ts';
import type { Context, MemberContext } from '#server/platform/context.ts';
import type { Portal } from '#server/platform/mail/layout.ts';
import { hashSecret, newSecret } from '#server/platform/security/secrets.ts';
import { newToken } from '#server/platform/security/tokens.ts';
import { clientOf } from './actions.ts';
import { assistantMail } from './emails.ts';
import type { ProtocolError } from './rules.ts';
import * as store from './store.ts';

export type GrantDeps = {
  portal: Portal;
  /** URL of the resource to which all tokens are bound. */
  resource: string;
  /** Reduces an administrator without a required passkey to the rights of a member (PASS-03). */
  withRule: KeyDeps['withRule'];
};

type Allowed = { client: store.ClientRow; query: AssistantRequestQuery; scopes: Scope[] };

/** Records that the caller allows a client what it asked for, and mails the caller. @returns the code for the client */
export async function allow(
  ctx: MemberContext,
  { client, query, scopes }: Allowed,
  { portal, resource }: GrantDeps,
): Promise<string> {
  const code = newSecret();
  const { userId, connectionId } = ctx.actor;
  await store.insertGrant(ctx.db, {
    user_id: userId,
    client_id: client.id,
    scopes,
    resource,
    connection_id: connectionId,
    code_hash: hashSecret(code),
    code_challenge: query.code_challenge ?? '',
    redirect_uri: query.redirect_uri ?? '',
  });
  const { name, host } = clientOf(client);
  await audit(ctx, {
    action: 'connect',
    object: 'assistant',
    objectId: client.id,
    memberId: userId,
    after: { name, host, scopes },
  });
  const { email, first_name: firstName } = await getAccount(ctx);
  const mail = assistantMail({ email, firstName }, { event: 'connected', name, host, scopes }, await portal.site(ctx));
  await queueMail(ctx.db, { kind: 'account', key: `assistant-connected:${client.id}:${ctx.origin.requestId}` }, mail);
  return code;
}

/** The response with the tokens of a client (OAuth 2.1, section 3.2.3). */
export type TokenResponse = {
  access_token: string;
  token_type: 'Bearer';
  expires_in: number;
  refresh_token: string;
  scope: string;
};

/** Parameters of a token request, each once. */
export type TokenRequest = Record<string, string>;

const rejected = (description: string, error = 'invalid_grant'): ProtocolError => ({ error, description });

/**
 * Exchanges the code of a member's consent for tokens. A second use ends everything that the member allowed the client,
 * because the code may have been stolen.
 */
export async function exchangeCode(
  ctx: Context,
  { client_id: clientId, code = '', code_verifier: verifier = '', redirect_uri: redirectUri }: TokenRequest,
  deps: GrantDeps,
): Promise<TokenResponse | ProtocolError> {
  const grant = await store.lockByCode(ctx.db, hashSecret(code));
  if (!grant || grant.client !== clientId) return rejected('This code is wrong.');
  if (grant.is_exchanged) {
    await endReused(ctx, grant, deps.portal);
    return rejected('This code was used before.');
  }
  if (grant.is_expired) return rejected('This code has expired.');
  if (redirectUri !== undefined && redirectUri !== grant.redirect_uri) {
    return rejected('redirect_uri is not that of the authorization request.');
  }
  if (!isProof(verifier, grant.code_challenge)) return rejected('code_verifier is wrong.');
  if (!(await mayGo(ctx, grant, deps))) return rejected('The member cannot use this any more.');
  await store.markExchanged(ctx.db, grant.id);
  return issue(ctx, grant, grant.scopes);
}

/** Whether the verifier matches the challenge (RFC 7636, section 4.6). */
function isProof(verifier: string, challenge: string): boolean {
  if (!/^[\w.~-]{43,128}$/.test(verifier)) return false;
  const [one, other] = [Buffer.from(hash('sha256', verifier, 'base64url')), Buffer.from(challenge)];
  return one.length === other.length && timingSafeEqual(one, other);
}

/**
 * Replaces a refresh token. The former one works for another minute, because the response may have been lost; its use
 * after that means that two programs have it, so everything that the member allowed the client ends.
 */
export async function refresh(
  ctx: Context,
  { client_id: clientId, refresh_token: token = '', scope }: TokenRequest,
  deps: GrantDeps,
): Promise<TokenResponse | ProtocolError> {
  const tokenHash = hashSecret(token);
  const grant = await store.lockByRefresh(ctx.db, tokenHash);
  if (!grant || grant.client !== clientId) return rejected('This refresh token is wrong.');
  if (grant.is_reused) {
    await endReused(ctx, grant, deps.portal);
    return rejected('This refresh token was used before. The assistant is disconnected.');
  }
  if (grant.is_expired) return rejected('This refresh token has expired.');
  if (!(await mayGo(ctx, grant, deps))) return rejected('The member cannot use this any more.');
  const asked = (scope ?? '').split(' ').filter(Boolean);
  if (asked.some((name) => !grant.scopes.includes(name))) {
    return rejected('The member has not allowed this scope.', 'invalid_scope');
  }
  await store.markRotated(ctx.db, tokenHash);
  return issue(ctx, grant, asked.length > 0 ? asked : grant.scopes);
}

/** Whether the account still exists, its sign-in satisfies its company's rule, and the portal's URL has not changed. */
async function mayGo(ctx: Context, grant: store.LockedGrant, { resource, withRule }: GrantDeps): Promise<boolean> {
  if (grant.resource !== resource) return false;
  const acting = { userId: grant.user_id, connectionId: grant.connection_id, scopes: grant.scopes };
  return (await actingFor(ctx.db, acting, withRule)) !== null;
}

async function issue(ctx: Context, grant: store.LockedGrant, accessScopes: readonly string[]): Promise<TokenResponse> {
  const [access, refreshToken] = [newToken('a'), newToken('r')];
  const scopes = scopesIn(accessScopes);
  await store.insertTokens(ctx.db, grant.id, {
    access: hashSecret(access),
    refresh: hashSecret(refreshToken),
    accessScopes: scopes,
    scopes: grant.scopes,
  });
  await store.updateClientUse(ctx.db, grant.client_id);
  return {
    access_token: access,
    token_type: 'Bearer',
    expires_in: store.accessSeconds,
    refresh_token: refreshToken,
    scope: scopes.join(' '),
  };
}

/** Ends what a member allowed a client, after a code or a refresh token was used again, and mails the member. */
async function endReused(ctx: Context, grant: store.LockedGrant, portal: Portal): Promise<void> {
  const { user_id: userId, client_id: clientId, name } = grant;
  await store.deleteGrants(ctx.db, { userId, clientId });
  await audit(ctx, { action: 'reuse-token', object: 'assistant', objectId: clientId, memberId: userId });
  const reader = await findAccount(ctx, userId);
  if (!reader) return;
  const facts = { event: 'ended', name, host: null, scopes: [] } as const;
  const mail = assistantMail({ email: reader.email, firstName: reader.first_name }, facts, await portal.site(ctx));
  await queueMail(ctx.db, { kind: 'account', key: `assistant-ended:${clientId}:${ctx.origin.requestId}` }, mail);
}

/**
 * Ends a token (RFC 7009): with a refresh token everything that the member allowed the client. An unknown one is no
 * error.
 */
export async function revoke(
  ctx: Context,
  { token = '', client_id: clientId }: TokenRequest,
): Promise<ProtocolError | null> {
  const tokenHash = hashSecret(token);
  const found = await store.findToken(ctx.db, tokenHash);
  if (!found) return null;
  if (found.client !== clientId) return rejected('This token is of another client.');
  if (found.kind === 'access') {
    await store.deleteToken(ctx.db, tokenHash);
    return null;
  }
  const { user_id: userId, client_id: id } = found;
  await store.deleteGrants(ctx.db, { userId, clientId: id });
  await audit(ctx, { action: 'disconnect', object: 'assistant', objectId: id, memberId: userId });
  return null;
}
