import { randomBytes } from 'node:crypto';
import type { AuditAction } from '#contract/operations/audit-actions.ts';
import {
  type Delivery,
  type DeliveryQuery,
  maxWebhooks,
  testEventType,
  type Webhook,
  type WebhookChange,
  type WebhookForm,
  type WebhookWithSecret,
} from '#contract/operations/webhooks.ts';
import { audit } from '#server/platform/audit.ts';
import type { Context } from '#server/platform/context.ts';
import { fail } from '#server/platform/failure.ts';
import { enqueue } from '#server/platform/jobs/jobs.ts';
import type { Portal } from '#server/platform/mail/layout.ts';
import type { Sealer } from '#server/platform/security/sealing.ts';
import { mailAdded } from './mail-actions.ts';
import { allowedTypes, bodyOf, messageIdOf, receiverKindOf, timestampOf } from './rules.ts';
import { skipAll } from './sending-store.ts';
import type { DeliveryRow, Owner, OwnWebhook, WebhookRow } from './store.ts';
import * as store from './store.ts';

export type { Owner, OwnWebhook } from './store.ts';

/** Lists the webhooks of an owner, the oldest first (HOOK-01). */
export async function listWebhooks(ctx: Context, owner: Owner): Promise<Webhook[]> {
  return (await store.listWebhooks(ctx.db, owner)).map(showWebhook);
}

/**
 * Registers a webhook and mails its owners. The caller must have checked the URL.
 * @throws webhooks.full, webhooks.types-refused
 */
export async function addWebhook(
  ctx: Context,
  { owner, form, sealer, portal }: { owner: Owner; form: WebhookForm; sealer: Sealer; portal: Portal },
): Promise<WebhookWithSecret> {
  requireTypes(owner, form.types);
  if ((await store.countWebhooks(ctx.db, owner)) >= maxWebhooks) {
    throw fail('webhooks.full', { most: String(maxWebhooks) });
  }
  const webhookId = await store.insertWebhook(ctx.db, owner, form);
  const own = { ...owner, webhookId };
  const secret = await replaceSecret(ctx, own, { sealer, isFirst: true });
  await record(ctx, own, 'create', { after: { url: form.url, types: form.types } });
  await mailAdded(ctx, { ...own, url: form.url }, portal);
  return { webhook: showWebhook(await getWebhook(ctx, own)), secret };
}

/**
 * Changes a webhook. Waiting deliveries go to the new URL, or are skipped when the webhook is switched off.
 * @throws webhooks.not-found, webhooks.types-refused
 */
export async function changeWebhook(ctx: Context, own: OwnWebhook, change: WebhookChange): Promise<Webhook> {
  if (change.types) requireTypes(own, change.types);
  const former = await lockWebhook(ctx, own);
  const { url, types, off_reason } = former;
  await store.updateWebhook(ctx.db, own.webhookId, change, former);
  const before = { url, types, isOn: off_reason === null };
  await record(ctx, own, 'update', { before, after: change });
  if (change.isOn === false) await skipAll(ctx.db, own.webhookId);
  else await wake(ctx, own.webhookId);
  return showWebhook(await getWebhook(ctx, own));
}

/** Removes a webhook with the log of its deliveries. @throws webhooks.not-found */
export async function removeWebhook(ctx: Context, own: OwnWebhook): Promise<void> {
  const { url } = await lockWebhook(ctx, own);
  await store.deleteWebhook(ctx.db, own.webhookId);
  await record(ctx, own, 'delete', { before: { url } });
}

/** Makes a new secret; the former one signs beside it for 24 hours. @throws webhooks.not-found */
export async function rotateSecret(ctx: Context, own: OwnWebhook, sealer: Sealer): Promise<WebhookWithSecret> {
  await lockWebhook(ctx, own);
  const secret = await replaceSecret(ctx, own, { sealer, isFirst: false });
  await record(ctx, own, 'rotate');
  return { webhook: showWebhook(await getWebhook(ctx, own)), secret };
}

/** Ends the former secret at once. @throws webhooks.not-found */
export async function endFormerSecret(ctx: Context, own: OwnWebhook): Promise<Webhook> {
  await lockWebhook(ctx, own);
  await store.endFormerSecret(ctx.db, own.webhookId);
  await record(ctx, own, 'end-secret');
  return showWebhook(await getWebhook(ctx, own));
}

/** Records a test event and enqueues its sending. @throws webhooks.not-found, webhooks.off */
export async function sendTestEvent(ctx: Context, own: OwnWebhook): Promise<Delivery> {
  await beginSending(ctx, own);
  const deliveryId = await store.insertTestEvent(ctx.db, own, testEventType);
  await record(ctx, own, 'test');
  await wake(ctx, own.webhookId);
  return getDelivery(ctx, own, deliveryId);
}

const defaultPageSize = 50;

/** Lists the deliveries of a webhook, the newest first (HOOK-05). @throws webhooks.not-found */
export async function listDeliveries(
  ctx: Context,
  own: OwnWebhook,
  { page = 1, pageSize = defaultPageSize, status }: DeliveryQuery,
): Promise<{ deliveries: Delivery[]; total: number }> {
  const { webhookId } = own;
  await getWebhook(ctx, own);
  const limits = { limit: pageSize, offset: (page - 1) * pageSize };
  const { rows, total } = await store.listDeliveries(ctx.db, { webhookId, status }, limits);
  return { deliveries: rows.map((row) => showDelivery(row, own)), total };
}

/**
 * Makes one delivery wait again and enqueues its sending.
 * @throws webhooks.not-found, webhooks.off, webhooks.delivery-not-found
 */
export async function resendDelivery(ctx: Context, own: OwnWebhook, deliveryId: number): Promise<Delivery> {
  await beginSending(ctx, own);
  const { webhookId } = own;
  if (!(await store.resend(ctx.db, webhookId, deliveryId))) throw fail('webhooks.delivery-not-found');
  await record(ctx, own, 'resend', { after: { deliveryId } });
  await wake(ctx, webhookId);
  return getDelivery(ctx, own, deliveryId);
}

/**
 * Makes the deliveries of all events since a moment wait again and enqueues their sending. @returns their number
 * @throws webhooks.not-found, webhooks.off
 */
export async function resendDeliveries(ctx: Context, own: OwnWebhook, since: string): Promise<number> {
  await beginSending(ctx, own);
  const deliveries = await store.resendSince(ctx.db, own.webhookId, new Date(since));
  await record(ctx, own, 'resend', { after: { since, deliveries } });
  if (deliveries > 0) await wake(ctx, own.webhookId);
  return deliveries;
}

/** Returns the queue of a webhook's jobs, so that one job at a time sends to it. */
export const queueOf = (webhookId: number) => `webhook:${webhookId}`;

/** Enqueues the job that sends a webhook's waiting deliveries now. */
export function wake(ctx: Context, webhookId: number): Promise<void> {
  return enqueue(ctx.db, 'send-webhook', { webhookId }, { key: `webhook:${webhookId}`, queue: queueOf(webhookId) });
}

/** Returns the owner for which a secret is sealed, so that it cannot be used for another webhook. */
export const sealOwner = (webhookId: number) => `webhook:${webhookId}`;

async function replaceSecret(
  ctx: Context,
  { webhookId }: OwnWebhook,
  { sealer, isFirst }: { sealer: Sealer; isFirst: boolean },
): Promise<string> {
  const secret = `whsec_${randomBytes(32).toString('base64')}`;
  await store.updateSecret(ctx.db, webhookId, sealer.seal(secret, sealOwner(webhookId)), { isFirst });
  return secret;
}

async function getWebhook(ctx: Context, own: OwnWebhook): Promise<WebhookRow> {
  const row = await store.findWebhook(ctx.db, own);
  if (!row) throw fail('webhooks.not-found');
  return row;
}

async function lockWebhook(ctx: Context, own: OwnWebhook): Promise<WebhookRow> {
  const row = await store.lockWebhook(ctx.db, own);
  if (!row) throw fail('webhooks.not-found');
  return row;
}

/** Ends a pause that the receiver asked for, because a person sends now. @throws webhooks.not-found, webhooks.off */
async function beginSending(ctx: Context, own: OwnWebhook): Promise<void> {
  if ((await lockWebhook(ctx, own)).off_reason !== null) throw fail('webhooks.off');
  await store.endPause(ctx.db, own.webhookId);
}

async function getDelivery(ctx: Context, own: OwnWebhook, id: number): Promise<Delivery> {
  const row = await store.findDelivery(ctx.db, own.webhookId, id);
  if (!row) throw fail('webhooks.delivery-not-found');
  return showDelivery(row, own);
}

function requireTypes({ organisationId }: Owner, types: readonly string[]): void {
  const allowed: readonly string[] = allowedTypes(organisationId);
  const rejected = types.find((type) => !allowed.includes(type));
  if (rejected !== undefined) throw fail('webhooks.types-refused', { type: rejected });
}

type Change = { before?: object; after?: object };

/** Records a change in the audit log; that of an organisation's webhook is an action on the organisation. */
function record(
  ctx: Context,
  { organisationId, webhookId }: OwnWebhook,
  action: AuditAction<'webhook'>,
  change: Change = {},
): Promise<void> {
  if (organisationId === null) return audit(ctx, { object: 'webhook', action, objectId: webhookId, ...change });
  const after = { ...change.after, webhookId };
  return audit(ctx, {
    object: 'organisation',
    action: action === 'end-secret' ? 'end-webhook-secret' : `${action}-webhook`,
    objectId: organisationId,
    before: change.before,
    after,
  });
}

function showWebhook(row: WebhookRow): Webhook {
  return {
    id: row.id,
    url: row.url,
    description: row.description,
    types: row.types,
    isOn: row.off_reason === null,
    offReason: row.off_reason,
    createdAt: row.created_at.toISOString(),
    failingSince: row.failing_since?.toISOString() ?? null,
    waiting: row.waiting,
    lastDeliveredAt: row.last_delivered_at?.toISOString() ?? null,
    twoSignaturesUntil: row.former_secret_until?.toISOString() ?? null,
    secretRotatedAt: row.secret_rotated_at?.toISOString() ?? null,
  };
}

function showDelivery(row: DeliveryRow, owner: Owner): Delivery {
  // Safe cast, because only `record_event` and the test event write the column.
  const event = {
    id: row.event_id,
    type: row.type,
    data: row.data as Record<string, number>,
    happenedAt: row.happened_at,
  };
  return {
    id: row.id,
    eventType: row.type,
    messageId: messageIdOf(event),
    status: row.status,
    attempts: row.attempts,
    createdAt: row.created_at.toISOString(),
    lastAttemptAt: row.last_at?.toISOString() ?? null,
    nextAttemptAt: row.status === 'waiting' ? row.next_at.toISOString() : null,
    responseStatus: row.response_status,
    durationMs: row.duration_ms,
    error: row.error,
    response: row.response,
    responseType: row.response_type,
    sentPath: row.sent_path,
    sentTimestamp: row.signed_at && timestampOf(row.signed_at),
    request: bodyOf(event, receiverKindOf(owner)),
  };
}
