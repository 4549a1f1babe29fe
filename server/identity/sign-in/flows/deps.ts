import type { PortalSettings } from '#contract/identity/settings-admin.ts';
import type { Context } from '#server/platform/context.ts';
import { fail } from '#server/platform/failure.ts';
import type { Limit, Limiter, LimitFactors } from '#server/platform/http/limits.ts';
import type { Portal } from '#server/platform/mail/layout.ts';
import type { RelyingParty } from '#server/platform/security/relying-party.ts';
import type { Sealer } from '#server/platform/security/sealing.ts';
import type { IsCommonPassword } from '../common-passwords.ts';
import { waitMinutesUpTo } from '../rules.ts';

/** Dependencies of the flows of signing in, beside their context. */
export type SignInDeps = {
  portal: Portal;
  /** The effective settings of the portal. */
  settings: () => Promise<PortalSettings>;
  /** Whether a confirmed organisation has invited the address, which may then register. */
  isInvited: (ctx: Context, email: string) => Promise<boolean>;
  limiter: Limiter;
  limits: SignInLimits;
  passwordMin: number;
  /** Maximum age of a fresh sign-in, in seconds (PERM-05). */
  freshSeconds: number;
  isCommonPassword: IsCommonPassword;
  sealer: Sealer;
  /** The relying party of passkeys; null while the portal offers none (PASS-04). */
  party: RelyingParty | null;
};

/** Dependencies of asking members again for their password or a code. */
export type ProofDeps = Pick<SignInDeps, 'limiter' | 'limits' | 'sealer'>;

type PasswordRules = Pick<SignInDeps, 'passwordMin' | 'isCommonPassword'>;

/**
 * Rejects a new password that is shorter than PASSWORD_MIN (AUTH-21) or common.
 * @throws accounts.password-too-short, accounts.common-password
 */
export function checkNewPassword(password: string, { passwordMin, isCommonPassword }: PasswordRules): void {
  if ([...password].length < passwordMin) throw fail('accounts.password-too-short', { minimum: passwordMin });
  if (isCommonPassword(password)) throw fail('accounts.common-password');
}

/** The limits of the calls of signing in; see docs/operator/monitoring.md. */
export type SignInLimits = {
  /** Minutes that one address or known device waits after the first failed attempt in a row, the second and so on. */
  waitMinutes: readonly number[];
  failedSignInsPerNetwork: Limit;
  registrations: Limit[];
  /** Connections of a sign-in provider by a member; each one is mailed. */
  connectionsPerMember: Limit;
  linkTries: Limit;
  resetRequestsPerAddress: Limit[];
  resetRequestsPerNetwork: Limit;
  /** Verification mails to one address. The mail of a registration counts only towards `perDay`. */
  verificationMails: { perMinute: Limit; perDay: Limit };
  /** Wrong passwords, codes and passkeys of a signed-in user. */
  failedProofsPerMember: Limit[];
  failedProofsPerNetwork: Limit;
  /** Challenges for passkeys, of which each sign-in screen takes one. */
  passkeyChallengesPerNetwork: Limit;
  failedPasskeysPerNetwork: Limit;
};

/** Invitations and gifts opened by their links from one network; many people of a company may open theirs at once. */
export function openedLinksLimit({ networkLimitFactor }: Pick<LimitFactors, 'networkLimitFactor'>): Limit {
  return { name: 'opened-links', max: 120 * networkLimitFactor, windowSeconds: 60 };
}

type Settings = LimitFactors & {
  lockoutFailures: number;
  registrationsPerNetwork: { perHour: number; perDay: number };
};

/**
 * Builds the limits. The factors raise them (GEN-17, ACCT-08), except for the waits of one account; the numbers of
 * `registrationsPerNetwork` must be raised already.
 */
export function signInLimits(settings: Settings): SignInLimits {
  const { limitFactor: factor, networkLimitFactor, lockoutFailures, registrationsPerNetwork } = settings;
  return {
    waitMinutes: waitMinutesUpTo(lockoutFailures),
    failedSignInsPerNetwork: { name: 'login-failed', max: 30 * networkLimitFactor, windowSeconds: 900 },
    registrations: [
      { name: 'register-hour', max: registrationsPerNetwork.perHour, windowSeconds: 3600 },
      { name: 'register-day', max: registrationsPerNetwork.perDay, windowSeconds: 86_400 },
    ],
    connectionsPerMember: { name: 'connect-provider', max: 5 * factor, windowSeconds: 86_400 },
    linkTries: { name: 'link', max: 10 * networkLimitFactor, windowSeconds: 60 },
    resetRequestsPerAddress: [
      { name: 'forgot-minute', max: 1 * factor, windowSeconds: 60 },
      { name: 'forgot-hour', max: 3 * factor, windowSeconds: 3600 },
    ],
    resetRequestsPerNetwork: { name: 'forgot-network', max: 10 * networkLimitFactor, windowSeconds: 3600 },
    verificationMails: {
      perMinute: { name: 'verification-minute', max: 1 * factor, windowSeconds: 60 },
      perDay: { name: 'verification-day', max: 5 * factor, windowSeconds: 86_400 },
    },
    failedProofsPerMember: [
      { name: 'proof-failed-member', max: 5 * factor, windowSeconds: 900 },
      { name: 'proof-failed-member-day', max: 50 * factor, windowSeconds: 86_400 },
    ],
    failedProofsPerNetwork: { name: 'proof-failed-network', max: 20 * networkLimitFactor, windowSeconds: 3600 },
    passkeyChallengesPerNetwork: { name: 'passkey-challenge', max: 60 * networkLimitFactor, windowSeconds: 60 },
    failedPasskeysPerNetwork: { name: 'passkey-failed', max: 30 * networkLimitFactor, windowSeconds: 900 },
  };
}
