import { getAccess, getFacts } from '#server/features/access/actions.ts';
import { listAccess } from '#server/features/access/list-actions.ts';
import { getCurrentUser } from '#server/features/accounts/actions.ts';
import { getBilling } from '#server/features/billing/ledger-actions.ts';
import { getReceipt, listPurchases } from '#server/features/purchases/actions.ts';
import { actorOf } from '#server/features/sign-in/session-actions.ts';
import { findOwnSubscription, listOwnSubscriptions } from '#server/features/subscriptions/actions.ts';
import type { MemberContext } from '#server/platform/context.ts';
import type { Database } from '#server/platform/database/db.ts';
import { secretOf } from './fill.ts';
import type { MemberFixtureSize } from './member-fixtures.ts';
import type { Question } from './questions.ts';

/** What members ask about what is theirs: each time another member, half of them with a subscription. */
export function memberQuestionsOf({ db }: Database, { members, resources }: MemberFixtureSize): Question[] {
  const memberOf = (number: number) => {
    const any = 1 + ((number * 7919) % members);
    return number % 2 === 0 ? any : Math.max(10, any - (any % 10));
  };
  const question = (name: string, ask: (ctx: MemberContext, number: number) => Promise<unknown>): Question => ({
    name,
    ask: (number) => ask(contextOf(db, memberOf(number)), number),
  });
  const resourceOf = (number: number) => 1 + ((number * 31) % resources);
  return [
    question('who is this?', (ctx) => actorOf(db, secretOf(ctx.actor.userId), 300)),
    question('the account', (ctx) => getCurrentUser(ctx)),
    question('purchases', (ctx) => listPurchases(ctx, {})),
    question('purchases, page 2', (ctx) => listPurchases(ctx, { page: 2, pageSize: 5 })),
    // Their first purchase, by the order in which the purchases were added.
    question('a receipt', (ctx) => getReceipt(ctx, ctx.actor.userId - 1 || members, 'The portal')),
    question('billing', (ctx) => getBilling(ctx, 'GBP')),
    question('the subscription', (ctx) => findOwnSubscription(ctx)),
    question('all subscriptions', (ctx) => listOwnSubscriptions(ctx, {})),
    question('access: what is theirs', (ctx) => getFacts(ctx, ctx.actor.userId)),
    question('access to a resource', (ctx, number) => getAccess(ctx, resourceOf(number))),
    question('access to 12 resources', (ctx, number) =>
      listAccess(ctx, { resourceId: Array.from({ length: 12 }, (_, index) => resourceOf(number * 12 + index)) }),
    ),
  ];
}

function contextOf(db: Database['db'], userId: number): MemberContext {
  return {
    db,
    now: new Date(),
    actor: { userId, role: 'user', signInId: userId, signedInSecondsAgo: 0, isFresh: true, allowsCounting: false },
    origin: { ip: '127.0.0.1', requestId: 'bench' },
  };
}
