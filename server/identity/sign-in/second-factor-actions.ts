import type { SecondFactorSetup } from '#contract/identity/sign-in.ts';
import { type Account, findAccount } from '#server/identity/accounts/actions.ts';
import { queueMail } from '#server/identity/accounts/mail-actions.ts';
import { keepEmergencyWay } from '#server/identity/connections/ways-actions.ts';
import { audit } from '#server/platform/audit.ts';
import type { Context, MemberContext } from '#server/platform/context.ts';
import type { Db } from '#server/platform/database/db.ts';
import { fail } from '#server/platform/failure.ts';
import type { Portal } from '#server/platform/mail/layout.ts';
import { codeAddress, newCodeSecret, stepOfCode } from '#server/platform/security/one-time-codes.ts';
import type { RelyingParty } from '#server/platform/security/relying-party.ts';
import type { Sealer } from '#server/platform/security/sealing.ts';
import { newRecoveryCode } from '#server/platform/security/secrets.ts';
import { secondFactorOffMail } from './emails.ts';
import { plainCode } from './rules.ts';
import * as store from './second-factor-store.ts';
import { type Device, replaceSignIns } from './session-actions.ts';
import { recordForAdministrator } from './trail-actions.ts';

const recoveryCodeCount = 10;
const ownerOf = (userId: number) => `user:${userId}`;

/** Whether this is the secret with which the second factors of this database were sealed; true while there are none. */
export async function isOwnSecret(db: Db, sealer: Sealer): Promise<boolean> {
  const check = sealer.fingerprint('check', 'installation');
  return (await store.takeSecretCheck(db, check))?.equals(check) === true;
}

type Setup = { account: Account; sealer: Sealer; portal: Portal };

/**
 * Makes a new secret for an authenticator. Sign-ins require it only after a code has confirmed it (SET-11).
 * @throws accounts.two-factor-on
 */
export async function setUpSecondFactor(ctx: MemberContext, setup: Setup): Promise<SecondFactorSetup> {
  const { account, sealer, portal } = setup;
  if (account.two_factor_enabled_at) throw fail('accounts.two-factor-on');
  const secret = newCodeSecret();
  await store.upsertSecondFactor(ctx.db, account.id, sealer.seal(secret, ownerOf(account.id)));
  const { productName } = await portal.site(ctx);
  return { secret, otpauthUrl: codeAddress({ secret, account: account.email, issuer: productName }) };
}

type Enabling = Setup & { code: string; device: Device };
type Enabled = { recoveryCodes: string[]; secret: string };

/**
 * Switches the second factor on by a code of the authenticator; the account's sign-ins end, except for a new one of
 * this browser.
 * @returns null when the code is wrong
 */
export async function enableSecondFactor(ctx: MemberContext, enabling: Enabling): Promise<Enabled | null> {
  const { account, code, sealer, device, portal } = enabling;
  const factor = await store.lockSecondFactor(ctx.db, account.id);
  if (!factor) throw fail('accounts.two-factor-not-set-up');
  if (factor.isOn) throw fail('accounts.two-factor-on');
  const secret = sealer.open(factor.sealedSecret, ownerOf(account.id));
  // This code opens nothing, so its step is not consumed: it stays good for the sign-in that often follows at once.
  if (stepOfCode(plainCode(code), { secret, nowSeconds: factor.nowSeconds }) === null) return null;
  const recoveryCodes = Array.from({ length: recoveryCodeCount }, newRecoveryCode);
  const hashes = recoveryCodes.map((one) => sealer.fingerprint(plainCode(one), ownerOf(account.id)));
  await store.updateSecondFactorOn(ctx.db, account.id, hashes);
  await recordForAdministrator(ctx, account, 'switch-on-second-factor');
  return { recoveryCodes, secret: await replaceSignIns(ctx, account, { device, portal }) };
}

type Code = { userId: number; code: string; sealer: Sealer };

/**
 * Consumes a code of the authenticator or a recovery code.
 * @returns false when it is wrong or was used before, or the second factor is off
 */
export async function useCode(ctx: Context, { userId, code, sealer }: Code): Promise<boolean> {
  const factor = await store.lockSecondFactor(ctx.db, userId);
  if (!factor?.isOn) return false;
  const plain = plainCode(code);
  const secret = sealer.open(factor.sealedSecret, ownerOf(userId));
  const step = stepOfCode(plain, { secret, nowSeconds: factor.nowSeconds });
  if (step !== null) return store.updateLastStep(ctx.db, userId, step);
  return store.updateRecoveryCodeUsed(ctx.db, userId, sealer.fingerprint(plain, ownerOf(userId)));
}

type Disabling = { account: Account; device: Device; portal: Portal; party: RelyingParty | null };

/**
 * Switches the member's own second factor off and mails the member, if it is on. The account's sign-ins end, except for
 * a new one of this browser.
 * @returns the secret of that sign-in
 * @throws connections.emergency-last, connections.company-required, accounts.wrong-credentials
 */
export async function disableSecondFactor(
  ctx: MemberContext,
  { account, device, portal, party }: Disabling,
): Promise<string> {
  const wasOn = await removeSecondFactor(ctx, account, portal);
  if (wasOn && account.password_hash !== null) await keepEmergencyWay(ctx, account.id, party);
  if (wasOn) await recordForAdministrator(ctx, account, 'switch-off-second-factor');
  return replaceSignIns(ctx, account, { device, portal });
}

/** Switches a member's second factor off for an administrator; the member gets a mail (SET-18). */
export async function switchOffSecondFactor(ctx: MemberContext, userId: number, portal: Portal): Promise<void> {
  const account = await findAccount(ctx, userId);
  if (!account) throw fail('accounts.not-found');
  if (!(await removeSecondFactor(ctx, account, portal))) return;
  await audit(ctx, {
    action: 'switch-off-second-factor',
    object: 'user',
    objectId: userId,
    memberId: userId,
    before: 'on',
    after: 'off',
  });
}

async function removeSecondFactor(ctx: MemberContext, account: Account, portal: Portal): Promise<boolean> {
  const wasOn = await store.deleteSecondFactor(ctx.db, account.id);
  if (wasOn) {
    const reader = { email: account.email, firstName: account.first_name };
    const isOwn = ctx.actor.userId === account.id;
    await queueMail(
      ctx.db,
      { kind: 'account', key: `second-factor-off:${ctx.origin.requestId}` },
      secondFactorOffMail(reader, { isOwn }, await portal.site(ctx)),
    );
  }
  return wasOn;
}
