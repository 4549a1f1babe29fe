import type { ConnectionTest } from '#contract/identity/connections.ts';
import { confirmByConnection } from '#server/identity/connections/confirm-actions.ts';
import { type ConnectionRow, note } from '#server/identity/connections/connection-actions.ts';
import { type Device, type Entered, enter, foresee } from '#server/identity/connections/entry-actions.ts';
import { consumeErrand, isOffered, lockOffered } from '#server/identity/connections/errand-actions.ts';
import { sealIdToken } from '#server/identity/connections/key-actions.ts';
import type { Providers } from '#server/identity/connections/provider-actions.ts';
import { isFreshAt, type Kept, keptClaims, vouchRejection } from '#server/identity/connections/rules.ts';
import { recordTest } from '#server/identity/connections/test-actions.ts';
import { findActor } from '#server/identity/sign-in/session-actions.ts';
import type { Actor, Context, FlowContext } from '#server/platform/context.ts';
import { Failure, fail } from '#server/platform/failure.ts';
import type { Portal } from '#server/platform/mail/layout.ts';
import { ProviderAway, ProviderRejection, type ProviderResponse } from '#server/platform/security/openid.ts';
import type { Sealer } from '#server/platform/security/sealing.ts';
import { type AdmissionDeps, lockAdmission } from '../admission-actions.ts';

export type EntryDeps = AdmissionDeps & {
  portal: Portal;
  providers: Providers;
  sealer: Sealer;
  freshSeconds: number;
  log: (message: string) => void;
};

type ProviderReturn = {
  connectionId: string;
  search: string;
  browserSecret: string | null;
  sessionSecret: string | null;
  device: Device;
};

export type Outcome = (Entered & { returnTo: string }) | { kind: 'confirmed'; secret: string } | { kind: 'tested' };

/** The purpose of a visit to the provider; it decides which page shows an error. */
export type Purpose = 'sign-in' | 'confirm' | 'test';

/**
 * Completes a visit to a provider: a sign-in, a confirmation or a test.
 * @param onPurpose receives the purpose once the visit is found, before anything else can fail
 * @throws connections.refused, connections.not-found, connections.cancelled, connections.unreachable,
 * connections.cannot-confirm, connections.not-fresh, and the errors of `enter` and `confirmByConnection`
 */
export async function finishAtProvider(
  ctx: FlowContext,
  deps: EntryDeps,
  answer: ProviderReturn,
  onPurpose: (purpose: Purpose) => void,
): Promise<Outcome> {
  const { errand, handshake, row } = await consumeErrand(ctx, answer);
  onPurpose(errand.purpose);
  const { sessionSecret } = answer;
  const actor = sessionSecret === null ? null : await findActor(ctx.db, sessionSecret, deps.freshSeconds);
  if (errand.user_id !== null && actor?.userId !== errand.user_id)
    throw fail('connections.refused', { name: row.name });
  if (errand.purpose === 'test')
    return test(ctx, deps, { row, actor, ask: () => askProvider(deps, row, answer.search, handshake) });
  if (!isOffered(row)) throw fail('connections.not-found');
  const { claims, idToken } = await askProvider(deps, row, answer.search, handshake);
  const kept = keptClaims(claims, row);
  if (errand.purpose === 'confirm') return confirm(ctx, { row, kept, actor, askedAt: errand.asked_at });
  const entered = await ctx.transaction(async (inner) => {
    const admission = await lockAdmission(inner, row, deps);
    const present = await lockOffered(inner, row.id);
    const signedInId = actor?.userId ?? null;
    const { portal } = deps;
    return enter(inner, {
      row: present,
      kept,
      sealedIdToken: sealIdToken(deps.sealer, present.id, idToken),
      admission,
      device: answer.device,
      portal,
      signedInId,
      returnTo: errand.return_to,
    });
  });
  return { ...entered, returnTo: errand.return_to };
}

async function askProvider(
  { providers, log }: EntryDeps,
  row: ConnectionRow,
  search: string,
  handshake: Parameters<Awaited<ReturnType<Providers['of']>>['finish']>[1],
): Promise<ProviderResponse> {
  try {
    const provider = await providers.of(row);
    return await provider.finish(search, handshake);
  } catch (error) {
    const { name } = row;
    if (error instanceof ProviderAway) throw fail('connections.unreachable', { name });
    if (!(error instanceof ProviderRejection)) throw error;
    // Without the message of the provider, which may name a person.
    log(`An answer at the connection ${row.id} was refused: ${error.message.slice(0, 200)}`);
    const failure = fail(error.error === 'access_denied' ? 'connections.cancelled' : 'connections.refused', { name });
    throw Object.assign(failure, { cause: error });
  }
}

type Confirming = { row: ConnectionRow; kept: Kept; actor: Actor | null; askedAt: Date };

async function confirm(ctx: FlowContext, { row, kept, actor, askedAt }: Confirming): Promise<Outcome> {
  if (!actor) throw fail('connections.refused', { name: row.name });
  const isFresh = isFreshAt(kept.authenticatedAt, askedAt);
  if (isFresh === null) throw fail('connections.cannot-confirm', { name: row.name });
  if (!isFresh) throw fail('connections.not-fresh', { name: row.name });
  const secret = await ctx.transaction((inner) => confirmByConnection({ ...inner, actor }, row, kept));
  return { kind: 'confirmed', secret };
}

type Testing = { row: ConnectionRow; actor: Actor | null; ask: () => Promise<ProviderResponse> };

/** Stores the result of a test; links no account (SSO-03). */
async function test(ctx: FlowContext, deps: EntryDeps, { row, actor, ask }: Testing): Promise<Outcome> {
  if (!actor) throw fail('connections.refused', { name: row.name });
  const member = { ...ctx, actor };
  try {
    const { claims } = await ask();
    const kept = keptClaims(claims, row);
    await ctx.transaction(async (inner) => {
      const admission = await lockAdmission(inner, row, deps);
      const rejection = vouchRejection(kept, row, admission.domains);
      const failure = rejection && fail(`connections.${rejection}`, { name: row.name });
      const outcome = failure
        ? rejectionBy(failure)
        : await foresee(inner, { row, kept, admission }).catch(rejectionBy);
      const result = { outcome, claims: shownClaims(kept, row), findings: findingsOf(kept, failure) };
      await recordTest({ ...inner, actor }, row, { works: failure === null, result });
      await note({ ...inner, actor }, row, 'test', { after: { works: failure === null } });
    });
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const sentence = (error.cause instanceof ProviderRejection && settingBehind(error.cause, row)) || error.message;
    const findings: ConnectionTest['findings'] = [{ level: 'problem', sentence }];
    const result = {
      outcome: 'Refuse the sign-in, because the answer of the provider is not valid.',
      claims: [],
      findings,
    };
    await ctx.transaction((inner: Context) =>
      recordTest({ ...inner, actor: member.actor }, row, { works: false, result }),
    );
  }
  return { kind: 'tested' };
}

/** Returns a sentence on the setting that has led to the refusal; null when the response does not show it. */
function settingBehind({ error, algorithm }: ProviderRejection, row: ConnectionRow): string | null {
  if (algorithm !== null) {
    return `The provider signs identity tokens with ${algorithm}. Choose RS256 for this client at the provider.`;
  }
  if (error === 'invalid_client') {
    const proof = row.auth_method === 'client_secret' ? 'the client secret' : 'the key of this connection';
    return `The provider does not accept the client ID together with ${proof}.`;
  }
  return error !== null && /^[a-z_]+$/.test(error) ? `The provider refused with the error ${error}.` : null;
}

/** Returns the sentence of a test for a sign-in that would be rejected. */
function rejectionBy(error: unknown): string {
  if (error instanceof Failure) return `Refuse the sign-in: ${error.message}`;
  throw error;
}

function shownClaims(kept: Kept, row: ConnectionRow): ConnectionTest['claims'] {
  const said: [string, string | null][] = [
    ['sub', kept.subject || null],
    [row.email_claim, kept.email],
    [row.first_name_claim, kept.firstName],
    [row.last_name_claim, kept.lastName],
    ['email_verified', kept.isVerified === null ? null : String(kept.isVerified)],
    ['hd', kept.hostedDomain],
    ['tid', kept.tenant],
    ['oid', kept.objectId],
    ['sid', kept.sessionId],
    ['auth_time', kept.authenticatedAt?.toISOString() ?? null],
    ['amr', kept.methods.length > 0 ? kept.methods.join(' ') : null],
  ];
  const optional = ['hd', 'tid', 'oid'];
  return said
    .filter(([claim, value]) => value !== null || !optional.includes(claim))
    .map(([claim, value]) => ({ claim, isPresent: value !== null, value }));
}

function findingsOf(kept: Kept, failure: Failure | null): ConnectionTest['findings'] {
  const findings: ConnectionTest['findings'] = failure ? [{ level: 'problem', sentence: failure.message }] : [];
  const say = (sentence: string) => findings.push({ level: 'note', sentence });
  if (kept.isVerified === null && !failure)
    say('email_verified was not sent. It is accepted, because the domain is proven.');
  if (kept.firstName === null || kept.lastName === null)
    say('A name was not sent. People can enter it in their profile.');
  if (kept.authenticatedAt === null) {
    say('auth_time was not sent. People confirm by a code where the portal asks again who they are.');
  }
  return findings;
}
