import type { CurrentUser } from '#contract/identity/accounts.ts';
import type {
  CreationOptions,
  NewPasskey,
  Passkey,
  RequestOptions,
  SignedChallenge,
} from '#contract/identity/passkeys.ts';
import type { Account } from '#server/identity/accounts/actions.ts';
import type { SignInDeps } from '#server/identity/sign-in/flows/deps.ts';
import { prove } from '#server/identity/sign-in/flows/proof.ts';
import { type Device, renewSignIn } from '#server/identity/sign-in/session-actions.ts';
import type { Context, FlowContext, MemberFlowContext } from '#server/platform/context.ts';
import { fail } from '#server/platform/failure.ts';
import { networkOf } from '#server/platform/http/limits.ts';
import type { RelyingParty } from '#server/platform/security/relying-party.ts';
import { newSecret } from '#server/platform/security/secrets.ts';
import * as actions from './actions.ts';
import { challengeMinutes } from './rules.ts';
import { algorithms, challengeIn, readNewPasskey, readSignature } from './webauthn.ts';

// Signatures are checked before a transaction is open, and a challenge is used up in one of its own: it stays used up
// when the call is rejected.

export type PasskeyDeps = Pick<SignInDeps, 'limiter' | 'limits' | 'sealer' | 'portal' | 'party'>;

/** The secret of the browser's cookie, to which challenges are bound. */
type InBrowser = { browserSecret: string };

function partyOf({ party }: PasskeyDeps): RelyingParty {
  if (!party) throw fail('accounts.passkeys-off');
  return party;
}

const timeout = challengeMinutes * 60_000;

/** Gives a browser a challenge for the passkeys of any account. */
export async function beginSignIn(
  ctx: FlowContext,
  deps: PasskeyDeps,
  { browserSecret }: InBrowser,
): Promise<RequestOptions> {
  const { id: rpId } = partyOf(deps);
  await deps.limiter.take(deps.limits.passkeyChallengesPerNetwork, networkOf(ctx.origin.ip));
  const challenge = newSecret();
  await actions.openChallenge(ctx, { challenge, browserSecret, purpose: 'sign-in', userId: null });
  return { rpId, challenge, timeout, userVerification: 'required' };
}

/** Gives a browser a challenge for the passkeys of the caller. */
export async function beginProof(
  ctx: MemberFlowContext,
  deps: PasskeyDeps,
  { browserSecret }: InBrowser,
): Promise<RequestOptions> {
  const party = partyOf(deps);
  const held = await actions.listOwn(ctx, party);
  const challenge = newSecret();
  await actions.openChallenge(ctx, { challenge, browserSecret, purpose: 'confirm', userId: ctx.actor.userId });
  const allowCredentials = held.map((one) => ({ ...one, type: 'public-key' as const }));
  return { rpId: party.id, challenge, timeout, userVerification: 'required', allowCredentials };
}

/** A signed challenge, and the browser that sends it. */
export type Signed = InBrowser & { signed: SignedChallenge };

/**
 * Uses the challenge up and checks its signature; nothing is recorded yet.
 * @returns null when anything but the passkey itself is wrong
 * @throws accounts.passkeys-off, accounts.passkey-unknown
 */
async function checkSignature(
  ctx: FlowContext,
  deps: PasskeyDeps,
  { signed, browserSecret, ...asked }: Signed & { purpose: 'sign-in' | 'confirm'; userId: number | null },
) {
  const party = partyOf(deps);
  const challenge = challengeIn(signed.response.clientDataJSON);
  if (challenge === null || !(await actions.consumeChallenge(ctx, { challenge, browserSecret, ...asked }))) return null;
  const passkey = await actions.getPasskey(ctx, signed.id, party);
  const { userHandle } = signed.response;
  const isOwn = asked.userId === null || asked.userId === passkey.user_id;
  // An authenticator that names an account must name that of the passkey (WebAuthn, section 7.2, step 6).
  const isNamed = !userHandle || Buffer.from(userHandle, 'base64url').equals(passkey.user_handle);
  const held = { credentialId: passkey.credential_id, publicKey: passkey.public_key };
  const read = isOwn && isNamed ? await readSignature(signed, { challenge, party, held }) : null;
  return read && { passkey, ...read, portal: deps.portal };
}

type SignedIn = { user: CurrentUser; secret: string };

/**
 * Signs in with a passkey.
 * @throws accounts.passkeys-off, accounts.passkey-refused, accounts.passkey-unknown, accounts.passkey-copied,
 * request.too-many, connections.company-required, accounts.wrong-credentials
 */
export function signIn(
  ctx: FlowContext,
  deps: PasskeyDeps,
  { device, ...signed }: Signed & { device: Device },
): Promise<SignedIn> {
  const entry = { device, portal: deps.portal };
  return usePasskey(ctx, deps, signed, (inner, account) => actions.openByPasskey(inner, account, entry));
}

/**
 * Has the passkey of a visitor prove its account, as password and second factor do, because its authenticator has
 * verified the person. Only failed attempts count towards the limit of the network.
 * @param work runs in the transaction that records the use, with the account locked
 * @throws accounts.passkeys-off, accounts.passkey-refused, accounts.passkey-unknown, accounts.passkey-copied,
 * request.too-many, and the errors of `work`
 */
export async function usePasskey<Result>(
  ctx: FlowContext,
  deps: PasskeyDeps,
  signed: Signed,
  work: (inner: Context, account: Account) => Promise<Result>,
): Promise<Result> {
  const { limiter, limits } = deps;
  const network = networkOf(ctx.origin.ip);
  await limiter.take(limits.failedPasskeysPerNetwork, network);
  const use = await checkSignature(ctx, deps, { ...signed, purpose: 'sign-in', userId: null });
  if (!use) throw fail('accounts.passkey-refused');
  const done = await ctx.transaction(async (inner) => {
    const account = await actions.recordUse(inner, use);
    return account && { result: await work(inner, account) };
  });
  if (!done) throw fail('accounts.passkey-copied');
  await limiter.giveBack(limits.failedPasskeysPerNetwork, network);
  return done.result;
}

/**
 * Makes the sign-in fresh again after a passkey of the caller has signed (PASS-03).
 * @returns its new secret, for the cookie
 */
export async function confirm(ctx: MemberFlowContext, deps: PasskeyDeps, signed: Signed): Promise<string> {
  const { userId } = ctx.actor;
  const secret = await prove(ctx, deps, {
    attempt: async () => {
      const use = await checkSignature(ctx, deps, { ...signed, purpose: 'confirm', userId });
      if (!use) return null;
      return ctx.transaction(async (inner) => {
        const account = await actions.recordUse(inner, use);
        return { renewed: account && (await renewSignIn(inner)) };
      });
    },
    refusal: 'accounts.passkey-refused',
  });
  if (secret.renewed === null) throw fail('accounts.passkey-copied');
  return secret.renewed;
}

/**
 * Returns the user handle that authenticators store. It is the same for all passkeys of an account and reveals nothing
 * about the member.
 */
function handleOf({ sealer }: PasskeyDeps, userId: number): Buffer {
  return sealer.fingerprint('passkeys', `user:${userId}`);
}

/** Opens a challenge. @returns the options with which the browser creates a passkey for the caller */
export async function beginNew(
  ctx: MemberFlowContext,
  deps: PasskeyDeps,
  { browserSecret }: InBrowser,
): Promise<CreationOptions> {
  const { id } = partyOf(deps);
  const { account, held } = await actions.prepareNew(ctx);
  const challenge = newSecret();
  await actions.openChallenge(ctx, { challenge, browserSecret, purpose: 'add', userId: account.id });
  const { productName } = await deps.portal.site(ctx);
  return {
    rp: { id, name: productName },
    user: {
      id: handleOf(deps, account.id).toString('base64url'),
      name: account.email,
      displayName: [account.first_name, account.last_name].join(' ').trim() || account.email,
    },
    challenge,
    pubKeyCredParams: algorithms.map((alg) => ({ alg, type: 'public-key' })),
    timeout,
    attestation: 'none',
    excludeCredentials: held.map((one) => ({ ...one, type: 'public-key' })),
    authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
    extensions: { credProps: true },
  };
}

type New = InBrowser & { made: NewPasskey; device: Device };

export async function addNew(
  ctx: MemberFlowContext,
  deps: PasskeyDeps,
  { made: given, browserSecret, device }: New,
): Promise<Passkey> {
  const party = partyOf(deps);
  const { userId } = ctx.actor;
  const challenge = challengeIn(given.response.clientDataJSON);
  const isOpen =
    challenge !== null && (await actions.consumeChallenge(ctx, { challenge, browserSecret, purpose: 'add', userId }));
  const made = isOpen ? await readNewPasskey(given, { challenge, party }) : null;
  if (!made) throw fail('accounts.passkey-refused');
  const userHandle = handleOf(deps, userId);
  return ctx.transaction((inner) =>
    actions.addPasskey(inner, { made, userHandle, party, device, portal: deps.portal }),
  );
}
