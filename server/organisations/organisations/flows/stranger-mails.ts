import { comparableAddress } from '#contract/email-addresses.ts';
import type { PortalSettings } from '#server/identity/settings/actions.ts';
import type { MemberContext } from '#server/platform/context.ts';
import type { Database } from '#server/platform/database/db.ts';
import { fail } from '#server/platform/failure.ts';
import { createLimiter, hashedKey, type Limit, networkOf } from '#server/platform/http/limits.ts';
import { isKnown } from '../actions.ts';

const day = 86_400;

/**
 * Limit of mails to addresses that an unknown organisation chose, per account and per network (ORG-11). Unknown means
 * neither confirmed by an administrator nor with a proven domain.
 */
function unknownLimit(limitFactor: number): Limit {
  // At most tenfold in a demo, which one person tries in an afternoon, so that it still shows the limit.
  return { name: 'organisations-unknown', max: 50 * Math.min(limitFactor, 10), windowSeconds: day };
}

/** Limit of invitations to one address from all organisations together. */
const recipientLimit: Limit = { name: 'organisations-recipient', max: 5, windowSeconds: day };

type Deps = { database: Database; limitFactor: number; settings: () => Promise<PortalSettings> };

/**
 * Limits mails to addresses that a person of an organisation has chosen. An organisation that an administrator
 * confirmed, or one with a proven domain, is not limited.
 */
export type StrangerMails = {
  /** @throws organisations.invitations-off, organisations.invitations-limited */
  takeInvitations(ctx: MemberContext, organisationId: number, mails: number): Promise<void>;
  /**
   * For the code that proves a domain, which is mailed also while invitations are off.
   * @throws organisations.invitations-limited
   */
  takeCode(ctx: MemberContext, organisationId: number): Promise<void>;
};

export function strangerMails({ database, limitFactor, settings }: Deps): StrangerMails {
  const limiter = createLimiter(database);
  const limit = unknownLimit(limitFactor);
  const take = async (ctx: MemberContext, mails: number) => {
    for (const key of [`account ${ctx.actor.userId}`, `network ${networkOf(ctx.origin.ip)}`]) {
      if (!(await limiter.takeWhole(limit, key, mails))) {
        throw fail('organisations.invitations-limited', { most: limit.max });
      }
    }
  };
  return {
    takeInvitations: async (ctx, organisationId, mails) => {
      if (await isKnown(ctx, organisationId)) return;
      if (!(await settings()).unknownOrganisationsInvite) throw fail('organisations.invitations-off');
      await take(ctx, mails);
    },
    takeCode: async (ctx, organisationId) => {
      if (!(await isKnown(ctx, organisationId))) await take(ctx, 1);
    },
  };
}

/** Counts an invitation that is mailed to an address. @returns false when the address has had too many today */
export function recipientMails(database: Database): (email: string) => Promise<boolean> {
  const limiter = createLimiter(database);
  return (email) => limiter.takeWhole(recipientLimit, hashedKey(comparableAddress(email)), 1);
}
