import type { Nullable, Selectable } from 'kysely';
import type { Tables } from '#server/migrations/tables.ts';
import type { Db } from '#server/platform/database/db.ts';

type User = Selectable<Tables['users']>;

/** A line of the usage logs. */
export type RedemptionRow = Pick<
  Selectable<Tables['promo_redemptions']>,
  'id' | 'redeemed_at' | 'stripe_subscription_id'
> &
  Pick<Selectable<Tables['promo_codes']>, 'code'> &
  Pick<User, 'first_name' | 'last_name'> &
  Nullable<Pick<User, 'email'>>;

/** Live redemptions of all codes, hidden ones included, newest first. */
export async function listRedemptions(
  db: Db,
  { limit, offset }: { limit: number; offset: number },
): Promise<RedemptionRow[]> {
  return db.kysely
    .selectFrom('promo_redemptions')
    .innerJoin('promo_codes', 'promo_codes.id', 'promo_redemptions.promo_code_id')
    .innerJoin('users', 'users.id', 'promo_redemptions.user_id')
    .select(['promo_redemptions.id', 'promo_codes.code', 'users.first_name', 'users.last_name'])
    .select(['promo_redemptions.redeemed_at', 'promo_redemptions.stripe_subscription_id'])
    .select((select) =>
      select.case().when('users.deleted_at', 'is', null).then(select.ref('users.email')).end().as('email'),
    )
    .where('promo_redemptions.released_at', 'is', null)
    .orderBy('promo_redemptions.redeemed_at', 'desc')
    .orderBy('promo_redemptions.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
}

/** How many live redemptions there are. */
export async function countRedemptions(db: Db): Promise<number> {
  const { total } = await db.kysely
    .selectFrom('promo_redemptions')
    .select((select) => select.fn.countAll<number>().as('total'))
    .where('released_at', 'is', null)
    .executeTakeFirstOrThrow();
  return total;
}
