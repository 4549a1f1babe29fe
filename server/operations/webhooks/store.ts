import { type Selectable, sql } from 'kysely';
import type { DeliveryStatus, WebhookChange, WebhookForm } from '#contract/operations/webhooks.ts';
import type { Tables } from '#server/migrations/tables.ts';
import type { Db } from '#server/platform/database/db.ts';

/** The owner of webhooks: an organisation, or null for the whole portal. */
export type Owner = { organisationId: number | null };

export type OwnWebhook = Owner & { webhookId: number };

export type WebhookRow = Omit<
  Selectable<Tables['webhooks']>,
  'sealed_secret' | 'former_secret' | 'last_failed_at' | 'warned_at' | 'paused_until' | 'updated_at' | 'organisation_id'
> & { waiting: number };

const webhookColumns = [
  'id',
  'url',
  'description',
  'types',
  'off_reason',
  'failing_since',
  'last_delivered_at',
  'created_at',
  'secret_rotated_at',
] as const;

const selectWebhooks = (db: Db, { organisationId }: Owner) =>
  db.kysely
    .selectFrom('webhooks')
    .select(webhookColumns)
    .select([
      sql<Date | null>`case when former_secret_until > now() then former_secret_until end`.as('former_secret_until'),
      sql<number>`(select count(*)::integer from webhook_deliveries d
        where d.webhook_id = webhooks.id and d.status = 'waiting')`.as('waiting'),
    ])
    .where('organisation_id', 'is not distinct from', organisationId);

export function listWebhooks(db: Db, owner: Owner): Promise<WebhookRow[]> {
  return selectWebhooks(db, owner).orderBy('id').execute();
}

export async function findWebhook(db: Db, { webhookId, ...owner }: OwnWebhook): Promise<WebhookRow | null> {
  return (await selectWebhooks(db, owner).where('id', '=', webhookId).executeTakeFirst()) ?? null;
}

/** Finds and locks a webhook. Every transaction that changes a webhook and its deliveries locks the webhook first. */
export async function lockWebhook(db: Db, { webhookId, ...owner }: OwnWebhook): Promise<WebhookRow | null> {
  return (await selectWebhooks(db, owner).where('id', '=', webhookId).forNoKeyUpdate().executeTakeFirst()) ?? null;
}

/** Counts the webhooks of an owner, and locks their list so that the number holds until the transaction ends. */
export async function countWebhooks(db: Db, { organisationId }: Owner): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtext('webhooks'), ${organisationId ?? 0})`.execute(db.kysely);
  const { total } = await db.kysely
    .selectFrom('webhooks')
    .select(sql<number>`count(*)::integer`.as('total'))
    .where('organisation_id', 'is not distinct from', organisationId)
    .executeTakeFirstOrThrow();
  return total;
}

/** Adds a webhook without a secret. The caller must add it with `updateSecret`, because it is sealed for the new id. */
export async function insertWebhook(db: Db, { organisationId }: Owner, form: WebhookForm): Promise<number> {
  const { id } = await db.kysely
    .insertInto('webhooks')
    .values({ ...form, organisation_id: organisationId, sealed_secret: Buffer.alloc(0) })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function updateWebhook(
  db: Db,
  id: number,
  { isOn, ...change }: WebhookChange,
  former: Pick<WebhookRow, 'url' | 'off_reason'>,
): Promise<void> {
  const switched = isOn === undefined || isOn === (former.off_reason === null) ? null : isOn;
  const isMoved = change.url !== undefined && change.url !== former.url;
  await db.kysely
    .updateTable('webhooks')
    .set({
      ...change,
      updated_at: sql`now()`,
      ...(switched === false && { off_reason: 'switched-off' as const }),
      ...(switched === true && { off_reason: null }),
      // A webhook that is switched on, or has a new URL, begins without its history of failures.
      ...((switched === true || isMoved) && {
        failing_since: null,
        last_failed_at: null,
        warned_at: null,
        paused_until: null,
      }),
    })
    .where('id', '=', id)
    .execute();
}

/** Replaces the secret; the former one, if any, signs beside it for 24 hours. */
export async function updateSecret(
  db: Db,
  id: number,
  sealed: Buffer,
  { isFirst }: { isFirst: boolean },
): Promise<void> {
  await db.kysely
    .updateTable('webhooks')
    .set({
      ...(!isFirst && {
        former_secret: sql`sealed_secret`,
        former_secret_until: sql`now() + interval '24 hours'`,
        secret_rotated_at: sql`now()`,
      }),
      sealed_secret: sealed,
      updated_at: sql`now()`,
    })
    .where('id', '=', id)
    .execute();
}

export async function endFormerSecret(db: Db, id: number): Promise<void> {
  await db.kysely
    .updateTable('webhooks')
    .set({ former_secret: null, former_secret_until: null })
    .where('id', '=', id)
    .execute();
}

export async function deleteWebhook(db: Db, id: number): Promise<void> {
  await db.kysely.deleteFrom('webhooks').where('id', '=', id).execute();
}

/** Switches a webhook off. @returns false when it was off */
export async function switchOff(db: Db, id: number, reason: 'gone' | 'failing'): Promise<boolean> {
  const { numUpdatedRows } = await db.kysely
    .updateTable('webhooks')
    .set({ off_reason: reason })
    .where('id', '=', id)
    .where('off_reason', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Records the mail about the first day of failures. @returns whether none was recorded before */
export async function claimWarning(db: Db, id: number): Promise<boolean> {
  const { numUpdatedRows } = await db.kysely
    .updateTable('webhooks')
    .set({ warned_at: sql`now()` })
    .where('id', '=', id)
    .where('warned_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export type DeliveryRow = Omit<Selectable<Tables['webhook_deliveries']>, 'webhook_id' | 'event_id'> & {
  event_id: number;
  type: string;
  data: unknown;
  happened_at: Date;
};

const selectDeliveries = (db: Db) =>
  db.kysely
    .selectFrom('webhook_deliveries')
    .innerJoin('events', 'events.id', 'webhook_deliveries.event_id')
    .select([
      'webhook_deliveries.id',
      'status',
      'attempts',
      sql<Date>`greatest(next_at, (select paused_until from webhooks w where w.id = webhook_id))`.as('next_at'),
      'last_at',
      'duration_ms',
      'response_status',
      'response',
      'response_type',
      'sent_path',
      'signed_at',
      'error',
      'created_at',
      'event_id',
      'type',
      'data',
      'happened_at',
    ]);

type Page = { limit: number; offset: number };

/** Lists the deliveries of a webhook, the newest event first. */
export async function listDeliveries(
  db: Db,
  { webhookId, status }: { webhookId: number; status: DeliveryStatus | undefined },
  { limit, offset }: Page,
): Promise<{ rows: DeliveryRow[]; total: number }> {
  const isSought = status === undefined ? sql<boolean>`true` : sql<boolean>`status = ${status}`;
  const rows = await selectDeliveries(db)
    .where('webhook_id', '=', webhookId)
    .where(isSought)
    .orderBy('event_id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
  const { total } = await db.kysely
    .selectFrom('webhook_deliveries')
    .select(sql<number>`count(*)::integer`.as('total'))
    .where('webhook_id', '=', webhookId)
    .where(isSought)
    .executeTakeFirstOrThrow();
  return { rows, total };
}

export async function findDelivery(db: Db, webhookId: number, id: number): Promise<DeliveryRow | null> {
  const row = await selectDeliveries(db)
    .where('webhook_id', '=', webhookId)
    .where('webhook_deliveries.id', '=', id)
    .executeTakeFirst();
  return row ?? null;
}

/** Ends the pause of a webhook. */
export async function endPause(db: Db, webhookId: number): Promise<void> {
  await db.kysely.updateTable('webhooks').set({ paused_until: null }).where('id', '=', webhookId).execute();
}

/** Adds an event for one webhook alone, with its delivery. @returns the delivery's id */
export async function insertTestEvent(
  db: Db,
  { organisationId, webhookId }: OwnWebhook,
  type: string,
): Promise<number> {
  const event = await db.kysely
    .insertInto('events')
    .values({ type, organisation_id: organisationId, data: JSON.stringify({ webhookId }), spread_at: sql`now()` })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { id } = await db.kysely
    .insertInto('webhook_deliveries')
    .values({ webhook_id: webhookId, event_id: event.id })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

const again = { status: 'waiting' as const, attempts: 0, next_at: sql<Date>`now()` };

export async function resend(db: Db, webhookId: number, id: number): Promise<boolean> {
  const { numUpdatedRows } = await db.kysely
    .updateTable('webhook_deliveries')
    .set(again)
    .where('webhook_id', '=', webhookId)
    .where('id', '=', id)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Makes the deliveries of all events since a moment wait again. @returns their number */
export async function resendSince(db: Db, webhookId: number, since: Date): Promise<number> {
  const { numUpdatedRows } = await db.kysely
    .updateTable('webhook_deliveries')
    .set(again)
    .where('webhook_id', '=', webhookId)
    .where((where) =>
      where('event_id', 'in', where.selectFrom('events').select('id').where('happened_at', '>=', since)),
    )
    .executeTakeFirst();
  return Number(numUpdatedRows);
}
