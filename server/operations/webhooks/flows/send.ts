import { Webhook } from 'standardwebhooks';
import { elapsedMs } from '#server/platform/clock.ts';
import type { FlowContext } from '#server/platform/context.ts';
import type { Portal } from '#server/platform/mail/layout.ts';
import { AddressRejected, type Outbound, type OutboundCalls } from '#server/platform/outbound.ts';
import type { Sealer } from '#server/platform/security/sealing.ts';
import { sealOwner } from '../actions.ts';
import {
  type Attempt,
  bodyOf,
  callsAtATime,
  isDelivered,
  messageIdOf,
  pauseOf,
  type ReceiverKind,
  type RecordedEvent,
  receiverKindOf,
  retryAfterSeconds,
  timestampOf,
} from '../rules.ts';
import * as sending from '../sending-actions.ts';
import { isUnprovenReceiver } from '../sending-store.ts';
import type { Turns } from '../turns.ts';

export type SendingDeps = { outbound: OutboundCalls; sealer: Sealer; portal: Portal; turns: Turns };

const timeoutMs = 15_000;
const keptBytes = 1024;
const [keptTypeLength, keptPathLength] = [200, 2000];
/** Milliseconds after which a job ends to make way for other webhooks; a job whose receiver fails ends at once. */
const turnMs = 1000;
/**
 * Milliseconds in which a step begins calls. The next step reads the webhook again, because its URL may have changed.
 */
const stepMs = 250;
/** Seconds until the next job of a slow receiver for which no place was free. */
const restSeconds = 1;

/**
 * Sends the due deliveries of a webhook and plans the next ones. The caller must be the only one that does so for this
 * webhook. A delivery that was sent but not recorded, because the process was killed, is sent again with the same id.
 */
export async function sendDue(
  ctx: FlowContext,
  webhookId: number,
  deps: SendingDeps,
  stopping: AbortSignal | undefined,
): Promise<void> {
  const isUnproven = await isUnprovenReceiver(ctx.db, webhookId);
  const hadTurn = await deps.turns.take({ webhookId, isUnproven }, async () => {
    const beganMs = elapsedMs();
    // The queue may delay the next job by up to a second, so one job also sends the deliveries that become due while it
    // runs.
    for (let isLast = false; !isLast; ) {
      const work = await ctx.transaction((inner) => sending.takeDue(inner, webhookId));
      if (work === null) return;
      const attempts = await callAll(work, deps, stopping);
      isLast = stopping?.aborted === true || elapsedMs() - beganMs > turnMs || !attempts.some(isDelivered);
      const step = { work, attempts, isLast };
      await ctx.transaction((inner) => sending.recordAttempts(inner, step, deps.portal));
    }
  });
  if (!hadTurn) await ctx.transaction((inner) => sending.planNext(inner, webhookId, restSeconds));
}

async function callAll(
  { receiver, deliveries }: sending.Work,
  { outbound, sealer }: SendingDeps,
  stopping: AbortSignal | undefined,
): Promise<Attempt[]> {
  const { id, organisationId, sealedSecret, formerSecret, url, at } = receiver;
  const beganMs = elapsedMs();
  const clock = () => new Date(at.getTime() + elapsedMs() - beganMs);
  const signers = [sealedSecret, formerSecret]
    .filter((sealed) => sealed !== null)
    .map((sealed) => new Webhook(sealer.open(sealed, sealOwner(id))));
  const fetcher = organisationId === null ? outbound.portal : outbound.public;
  const kind = receiverKindOf(receiver);
  const attempts: Attempt[] = [];
  // The concurrent calls share one iterator, so that each takes the next delivery.
  const queue = deliveries.values();
  let isLeftAlone = false;
  const isOver = () => isLeftAlone || stopping?.aborted || elapsedMs() - beganMs > stepMs;
  const callNext = async () => {
    for (const { id: deliveryId, event } of queue) {
      const attempt = { deliveryId, ...(await call(fetcher, url, { event, kind, signers, clock })) };
      attempts.push(attempt);
      // The other deliveries wait for the end of the pause, instead of failing one by one.
      isLeftAlone ||= pauseOf(attempt) > 0 || [410, null].includes(attempt.responseStatus);
      if (isOver()) return;
    }
  };
  await Promise.all(Array.from({ length: callsAtATime }, callNext));
  return attempts;
}

/** `clock` is that of the database, because receivers refuse messages whose time is minutes away from theirs. */
type Message = { event: RecordedEvent; kind: ReceiverKind; signers: readonly Webhook[]; clock: () => Date };

type Signed = { at: Date; body: string; headers: Record<string, string> };

/** Signs the exact bytes with the time of this attempt (standardwebhooks.com). */
function signed({ event, kind, signers, clock }: Message): Signed {
  const id = messageIdOf(event);
  const at = clock();
  const body = bodyOf(event, kind);
  return {
    at,
    body,
    headers: {
      'content-type': 'application/json',
      'user-agent': 'portal-webhooks/1',
      'webhook-id': id,
      'webhook-timestamp': String(timestampOf(at)),
      'webhook-signature': signers.map((signer) => signer.sign(id, at, body)).join(' '),
    },
  };
}

async function call(fetcher: Outbound, url: string, message: Message): Promise<Omit<Attempt, 'deliveryId'>> {
  const unanswered = { responseStatus: null, response: null, responseType: null, retryAfterSeconds: null };
  const { at, ...request } = signed(message);
  const sent = { sentPath: pathOf(url), signedAt: at };
  const beganMs = elapsedMs();
  const duration = () => Math.round(elapsedMs() - beganMs);
  try {
    const response = await fetcher.fetch(url, { method: 'POST', ...request, timeoutMs, isCut: true });
    const text = (await response.text()).replaceAll('\u0000', '');
    return {
      ...sent,
      responseStatus: response.status,
      // `stream` leaves out a character that the limit cuts in two.
      response: new TextDecoder().decode(Buffer.from(text).subarray(0, keptBytes), { stream: true }),
      responseType: response.headers.get('content-type')?.slice(0, keptTypeLength) || null,
      durationMs: duration(),
      error: null,
      retryAfterSeconds: retryAfterSeconds(response.headers.get('retry-after'), message.clock()),
    };
  } catch (error) {
    if (error instanceof AddressRejected) {
      return { ...unanswered, sentPath: null, signedAt: null, durationMs: null, error: error.message };
    }
    const isLate = error instanceof Error && error.name === 'TimeoutError';
    const reason = isLate ? 'no answer within 15 seconds' : reasonOf(error);
    return { ...unanswered, ...sent, durationMs: duration(), error: reason };
  }
}

function pathOf(url: string): string {
  const { pathname, search } = new URL(url);
  return `${pathname}${search}`.slice(0, keptPathLength);
}

/** Returns only the code of the error, because messages of libraries would show addresses of the portal's network. */
function reasonOf(error: unknown): string {
  const { code } = error as { code?: unknown };
  return typeof code === 'string' && /^[A-Z0-9_]{2,40}$/.test(code) ? `no connection (${code})` : 'no connection';
}
