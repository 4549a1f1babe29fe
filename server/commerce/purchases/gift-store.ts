import { type Selectable, sql } from 'kysely';
import type { RappPrinciple } from '#contract/catalogue/catalogue.ts';
import type { GiftForm } from '#contract/commerce/purchases.ts';
import { isoDay, portalZone } from '#contract/dates.ts';
import type { Tables } from '#server/migrations/tables.ts';
import type { Db } from '#server/platform/database/db.ts';

type Row = Selectable<Tables['gifts']>;

/** A gift that was paid, with the state of its purchase and the names that mails and pages show. */
export type GiftRow = Row & {
  /** The day in ISO 8601, as the payer chose it. */
  deliver_day: string;
  resource_id: number;
  title: string;
  type: Selectable<Tables['resources']>['type'];
  rapp_principles: RappPrinciple[];
  thumbnail_url: string | null;
  featured_image_url: string | null;
  /**
   * Whether it was mailed in the last 14 days, and no member with another address has opened it: the reader of an older
   * mail may have lost the address since, and a gift may be passed on.
   */
  proves_address: boolean;
  purchase_status: Selectable<Tables['purchases']>['status'];
  first_name: string;
  last_name: string;
  /** Time at which the payer's account was deleted; null for a live account. */
  deleted_at: Date | null;
};

/** Whether a day is today or within a year, by the database's clock or by the payer's own `today`. */
export async function isDeliveryDay(db: Db, { day, today }: { day: string; today: string }): Promise<boolean> {
  const rows = await db.prepared<{ isNear: boolean }>(
    'purchases.is_delivery_day',
    `select $1::date between least(current_date, $2::date)
       and greatest(current_date, $2::date) + interval '1 year' as "isNear"`,
    [day, today],
  );
  return rows[0]?.isNear ?? false;
}

/** Whether an attempt is for this gift: same email address, message and day. */
export async function isGiftOf(db: Db, attemptId: number, { email, message, deliverOn }: GiftForm): Promise<boolean> {
  const rows = await db.prepared(
    'purchases.is_gift_of',
    'select id from gifts where attempt_id = $1 and email = $2 and message = $3 and deliver_on = $4::date',
    [attemptId, email, message, deliverOn],
  );
  return rows.length > 0;
}

/** Records a gift with its payment attempt. */
export async function insertGift(
  db: Db,
  { attemptId, userId, gift }: { attemptId: number; userId: number; gift: GiftForm },
): Promise<void> {
  const { email, message, deliverOn } = gift;
  await db.kysely
    .insertInto('gifts')
    .values({ attempt_id: attemptId, user_id: userId, email, message, deliver_on: deliverOn })
    .execute();
}

type Sending = { id: number; day: string; now: Date; morning: Date; timeZone: string };

/**
 * Finds the gift of an attempt that was paid, with the time of its mail: now if its day has begun, in UTC or for the
 * payer, otherwise that day at 08:00 UTC.
 */
export async function findGiftToSend(db: Db, attemptId: number): Promise<{ id: number; sendAt: Date } | null> {
  const [gift] = await db.prepared<Sending>(
    'purchases.find_gift_to_send',
    `select g.id, g.deliver_on::text as day, now() as now, coalesce(u.time_zone, $2) as "timeZone",
       (g.deliver_on + time '08:00') at time zone 'UTC' as morning
     from gifts g join users u on u.id = g.user_id where g.attempt_id = $1`,
    [attemptId, portalZone],
  );
  if (!gift) return null;
  const hasBegun = [portalZone, gift.timeZone].some((zone) => gift.day <= isoDay(gift.now, zone));
  return { id: gift.id, sendAt: hasBegun ? gift.now : gift.morning };
}

/** Whether the day of a gift has begun anywhere: no time zone is more than 14 hours ahead of UTC. */
const hasBegunSomewhere = sql<boolean>`deliver_on <= (now() at time zone 'UTC' + interval '14 hours')::date`;

/** Maximum number of times that one gift is mailed to its recipient. */
export const mostMails = 5;

/**
 * Gives a gift a new link, so that its mail can be sent; earlier links end.
 * @returns false when it is not due, redeemed, refunded or mailed `mostMails` times; with `isFirst`, also when it was
 * mailed before, otherwise also when it never was
 */
export async function updateGiftSent(
  db: Db,
  { id, secretHash, isFirst }: { id: number; secretHash: Buffer; isFirst: boolean },
): Promise<boolean> {
  const { numUpdatedRows } = await db.kysely
    .updateTable('gifts')
    .set({ secret_hash: secretHash, sent_at: sql`now()`, mails_sent: sql`mails_sent + 1` })
    .where('id', '=', id)
    .where('redeemed_by', 'is', null)
    .where(hasBegunSomewhere)
    .where(isFirst ? sql<boolean>`mails_sent = 0` : sql<boolean>`mails_sent between 1 and ${mostMails - 1}`)
    .where(isLive)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Removes the email address and the message of a gift whose payer has deleted the account. */
export async function blankGift(db: Db, id: number): Promise<void> {
  await db.kysely.updateTable('gifts').set({ email: '', message: '' }).where('id', '=', id).execute();
}

/** Records that a member with another email address has the link: from then on it verifies no address. */
export async function updateGiftShared(db: Db, id: number): Promise<void> {
  await db.kysely.updateTable('gifts').set({ verifies_address: false }).where('id', '=', id).execute();
}

/** Makes a member the owner of a gift, once. @returns false when it is redeemed or refunded by now */
export async function updateGiftRedeemed(db: Db, id: number, userId: number): Promise<boolean> {
  const { numUpdatedRows } = await db.kysely
    .updateTable('gifts')
    .set({ redeemed_by: userId, redeemed_at: sql`now()` })
    .where('id', '=', id)
    .where('redeemed_by', 'is', null)
    .where(isLive)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

const isLive = sql<boolean>`exists (select from purchases p where p.attempt_id = gifts.attempt_id and p.status = 'paid')`;

export async function findGiftBySecret(db: Db, secretHash: Buffer): Promise<GiftRow | null> {
  return (await gifts(db).where('gifts.secret_hash', '=', secretHash).executeTakeFirst()) ?? null;
}

export async function findGift(db: Db, id: number): Promise<GiftRow | null> {
  return (await gifts(db).where('gifts.id', '=', id).executeTakeFirst()) ?? null;
}

/** Lists the gifts that a member has paid, newest first. */
export function listGifts(
  db: Db,
  userId: number,
  { limit, offset }: { limit: number; offset: number },
): Promise<GiftRow[]> {
  return gifts(db)
    .where('gifts.user_id', '=', userId)
    .orderBy('gifts.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
}

export async function countGifts(db: Db, userId: number): Promise<number> {
  const { total } = await db.kysely
    .selectFrom('gifts')
    .innerJoin('purchases as p', 'p.attempt_id', 'gifts.attempt_id')
    .select((select) => select.fn.countAll<number>().as('total'))
    .where('gifts.user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return total;
}

export type GiftRecipient = { id: number; title: string; from: string; email: string };

/**
 * Finds the recipient of the gift of an attempt: the member who redeemed it, otherwise the address to which its mail
 * was sent. Null for a gift that was never mailed, for a deleted account, and for an address that was deleted with the
 * payer's account.
 */
export async function findRecipient(db: Db, attemptId: number): Promise<GiftRecipient | null> {
  const rows = await db.prepared<GiftRecipient>(
    'purchases.find_gift_recipient',
    `select g.id, r.title, payer.first_name || ' ' || payer.last_name as "from",
       case when g.redeemed_by is null then g.email else owner.email end as email
     from gifts g join payment_attempts a on a.id = g.attempt_id join resources r on r.id = a.resource_id
       join users payer on payer.id = g.user_id left join users owner on owner.id = g.redeemed_by
     where g.attempt_id = $1 and g.sent_at is not null and owner.deleted_at is null
       and case when g.redeemed_by is null then g.email else owner.email end <> ''`,
    [attemptId],
  );
  return rows[0] ?? null;
}

function gifts(db: Db) {
  return db.kysely
    .selectFrom('gifts')
    .innerJoin('purchases as p', 'p.attempt_id', 'gifts.attempt_id')
    .innerJoin('resources as r', 'r.id', 'p.resource_id')
    .innerJoin('users as payer', 'payer.id', 'gifts.user_id')
    .selectAll('gifts')
    .select([
      sql<string>`gifts.deliver_on::text`.as('deliver_day'),
      'p.resource_id',
      'p.status as purchase_status',
      'r.title',
      'r.type',
      sql<RappPrinciple[]>`r.rapp_principles`.as('rapp_principles'),
      'r.thumbnail_url',
      'r.featured_image_url',
      sql<boolean>`gifts.verifies_address and gifts.email <> '' and gifts.sent_at > now() - interval '14 days'`.as(
        'proves_address',
      ),
      'payer.deleted_at',
      'payer.first_name',
      'payer.last_name',
    ]);
}
