import type { Gift, GivenGift, OpenGift, PurchaseQuery } from '#contract/commerce/purchases.ts';
import { comparableAddress } from '#contract/email-addresses.ts';
import { isOwned } from '#server/commerce/access/actions.ts';
import { findAccount } from '#server/identity/accounts/actions.ts';
import { queueMail } from '#server/identity/accounts/mail-actions.ts';
import { isFree, type RegistrationRejection } from '#server/identity/sign-in/actions.ts';
import { proveAddress } from '#server/identity/sign-in/link-actions.ts';
import { audit } from '#server/platform/audit.ts';
import type { Context, MemberContext } from '#server/platform/context.ts';
import { fail } from '#server/platform/failure.ts';
import { enqueue } from '#server/platform/jobs/jobs.ts';
import type { Portal } from '#server/platform/mail/layout.ts';
import { hashSecret, newSecret } from '#server/platform/security/secrets.ts';
import { giftEndedMail, giftMail } from './emails.ts';
import * as store from './gift-store.ts';

/** Page size when the query names none. */
const longestList = 1000;

/** Lists the gifts that the caller has paid, newest first, with their total number (GIFT-04). */
export async function listGifts(
  ctx: MemberContext,
  { page = 1, pageSize = longestList }: PurchaseQuery,
): Promise<{ gifts: Gift[]; total: number }> {
  const { userId } = ctx.actor;
  const rows = await store.listGifts(ctx.db, userId, { limit: pageSize, offset: (page - 1) * pageSize });
  return { gifts: rows.map(showGift), total: await store.countGifts(ctx.db, userId) };
}

/** Queues the mail of a paid gift for its day, in the transaction of the payment. */
export async function scheduleGift(ctx: Context, attemptId: number): Promise<void> {
  const gift = await store.findGiftToSend(ctx.db, attemptId);
  if (gift)
    await enqueue(ctx.db, 'send-gift', { giftId: gift.id }, { key: `send-gift:${gift.id}`, runAt: gift.sendAt });
}

/** Mails a gift on its day; does nothing before, and when it was mailed, redeemed or refunded. */
export async function sendGift(ctx: Context, id: number, portal: Portal): Promise<void> {
  await mailGift(ctx, { id, isFirst: true }, portal);
}

/** Mails a gift once more with a new link. @throws purchases.gift-unknown, purchases.gift-not-sendable */
export async function sendGiftAgain(ctx: MemberContext, id: number, portal: Portal): Promise<Gift> {
  const before = await store.findGift(ctx.db, id);
  if (before?.user_id !== ctx.actor.userId) throw fail('purchases.gift-unknown');
  if (!(await mailGift(ctx, { id, isFirst: false }, portal))) throw fail('purchases.gift-not-sendable');
  const sent = await store.findGift(ctx.db, id);
  return showGift(sent ?? before);
}

async function mailGift(ctx: Context, { id, isFirst }: { id: number; isFirst: boolean }, portal: Portal) {
  const secret = newSecret();
  if (!(await store.updateGiftSent(ctx.db, { id, secretHash: hashSecret(secret), isFirst }))) return false;
  const gift = await store.findGift(ctx.db, id);
  if (!gift) return false;
  const mailId = `${id}.${gift.mails_sent}`;
  const mail = giftMail({ ...gift, from: nameOf(gift), secret }, await portal.site(ctx));
  await queueMail(ctx.db, { kind: 'money', key: `gift:${mailId}` }, { ...mail, to: gift.email });
  if (gift.deleted_at !== null) await store.blankGift(ctx.db, id);
  return true;
}

/** Mails the recipient of a gift, once, that its payment was returned, so that the gift has ended (GIFT-05). */
export async function mailGiftEnd(ctx: Context, attemptId: number, portal: Portal): Promise<void> {
  const recipient = await store.findRecipient(ctx.db, attemptId);
  if (!recipient) return;
  const mail = giftEndedMail(recipient, await portal.site(ctx));
  await queueMail(ctx.db, { kind: 'money', key: `gift-ended:${recipient.id}` }, { ...mail, to: recipient.email });
}

/**
 * Returns the gift of a link without redeeming it, without email address and message once it is redeemed or refunded.
 * When the reader's account has another email address than the recipient, the link verifies no address from then on.
 * @param reader the member who opens it; null for a visitor
 * @throws purchases.gift-unknown
 */
export async function openGift(
  ctx: Context,
  secret: string,
  { reader, refusal }: { reader: number | null; refusal: RegistrationRejection },
): Promise<OpenGift> {
  const gift = await store.findGiftBySecret(ctx.db, hashSecret(secret));
  if (!gift) throw fail('purchases.gift-unknown');
  const isOver = stateOf(gift) !== 'sent';
  const account = reader === null ? null : await findAccount(ctx, reader);
  if (account && !isOver && comparableAddress(account.email) !== comparableAddress(gift.email)) {
    await store.updateGiftShared(ctx.db, gift.id);
  }
  return {
    ...showGiven(gift),
    ...(isOver && { message: '' }),
    type: gift.type,
    rappPrinciples: gift.rapp_principles,
    thumbnailUrl: gift.thumbnail_url,
    featuredImageUrl: gift.featured_image_url,
    email: isOver ? '' : gift.email,
    hasAccount: !isOver && gift.email !== '' && !(await isFree(ctx, gift.email)),
    provesAddress: !isOver && gift.proves_address,
    mayRegister: (await refusal(ctx, gift.email)) === null,
  };
}

/** Returns the email address that a gift's link verifies; null for none. @throws purchases.gift-unknown */
export async function findProvenAddress(ctx: Context, secret: string): Promise<string | null> {
  const gift = await store.findGiftBySecret(ctx.db, hashSecret(secret));
  if (!gift) throw fail('purchases.gift-unknown');
  return gift.proves_address ? gift.email : null;
}

/**
 * Makes the caller the owner of a gift (GIFT-03), and verifies the email address if the link was mailed to it lately.
 * Rejects a caller who already owns the resource, so that the gift can be passed on.
 * @throws purchases.gift-unknown, purchases.gift-redeemed, purchases.gift-refunded, purchases.gift-owned,
 * access.parts-open
 */
export async function redeemGift(ctx: MemberContext, secret: string): Promise<GivenGift> {
  const gift = await store.findGiftBySecret(ctx.db, hashSecret(secret));
  if (!gift) throw fail('purchases.gift-unknown');
  const { userId } = ctx.actor;
  if (gift.purchase_status !== 'paid') throw fail('purchases.gift-refunded');
  if (gift.redeemed_by !== null) throw fail('purchases.gift-redeemed');
  if (await isOwned(ctx, gift.resource_id)) throw fail('purchases.gift-owned');
  if (!(await store.updateGiftRedeemed(ctx.db, gift.id, userId))) throw fail('purchases.gift-redeemed');
  if (gift.proves_address) await proveAddress(ctx, gift.email);
  const after = { resourceId: gift.resource_id };
  await audit(ctx, { action: 'redeem', object: 'gift', objectId: gift.id, memberId: userId, after });
  const redeemed = await store.findGift(ctx.db, gift.id);
  return showGiven(redeemed ?? gift);
}

const nameOf = ({ first_name, last_name }: store.GiftRow) => `${first_name} ${last_name}`;

function stateOf({ purchase_status, redeemed_at, sent_at }: store.GiftRow): Gift['state'] {
  if (purchase_status !== 'paid') return 'refunded';
  if (redeemed_at) return 'redeemed';
  return sent_at ? 'sent' : 'waiting';
}

function showGift(row: store.GiftRow): Gift {
  return {
    id: row.id,
    resourceId: row.resource_id,
    title: row.title,
    email: row.email,
    message: row.message,
    deliverOn: row.deliver_day,
    state: stateOf(row),
    canBeSent: stateOf(row) === 'sent' && row.mails_sent < store.mostMails,
    sentAt: row.sent_at?.toISOString() ?? null,
    redeemedAt: row.redeemed_at?.toISOString() ?? null,
  };
}

function showGiven(row: store.GiftRow): GivenGift {
  return {
    resourceId: row.resource_id,
    title: row.title,
    from: nameOf(row),
    message: row.message,
    state: stateOf(row),
  };
}
