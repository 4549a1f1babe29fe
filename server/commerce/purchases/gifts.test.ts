import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Gift, GivenGift, Purchase } from '#contract/commerce/purchases.ts';
import type { MemberPurchase } from '#contract/commerce/purchases-admin.ts';
import type { LibraryEntry } from '#contract/learning/library.ts';
import type { Client } from '#tests/support/client.ts';
import { createPayingPortal, type PayingPortal } from '#tests/support/payments.ts';
import { accessOf } from '#tests/support/subscriptions.ts';

let portal: PayingPortal;
let administrator: Client;
beforeAll(async () => {
  portal = await createPayingPortal();
  administrator = await portal.administrator();
});
afterEach(async () => {
  await portal.runWebhooks();
  await portal.expectLedgersMatch();
});
afterAll(() => portal.close());

type Member = Client & { userId: number };
type Rejection = { code?: string; message: string };

let recipients = 0;
const newGift = (fields: object = {}) => {
  recipients += 1;
  return { email: `recipient-${recipients}@example.org`, message: 'Well done!', deliverOn: dayIn(0), ...fields };
};
const dayIn = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

const open = (payer: Client, resourceId: number, gift: object) =>
  payer.post<{ clientSecret: string } & Rejection>('/api/create-payment-intent', { resourceId, gift });

/** Pays for a gift; its mail is sent unless its day is later. */
async function paidGift(fields: object = {}) {
  const [payer, resourceId, gift] = [await portal.member(), await portal.addResource(), newGift(fields)];
  const opened = await open(payer, resourceId, gift);
  expect([opened.status, opened.body]).toMatchObject([200, {}]);
  await portal.pay(opened.body.clientSecret);
  await portal.runWebhooks();
  await sendNow();
  return { payer, resourceId, gift, clientSecret: opened.body.clientSecret };
}

/** Runs the mail of gifts without waiting for the hour of the day. */
const sendNow = async () => {
  for (const { id } of await portal.rows('select id from gifts')) await portal.runTask('send-gift', { giftId: id });
};

const mailsTo = ({ email }: { email: string }) => portal.sentMails.filter(({ to }) => to === email);
const endsTo = (email: string) =>
  portal.sentMails.filter(({ to, subject }) => to === email && subject.startsWith('Your gift has ended'));
const emailOf = async ({ userId }: Member): Promise<string> =>
  (await portal.rows('select email from users where id = $1', [userId]))[0]?.email;
const secretsIn = (gift: { email: string }) =>
  mailsTo(gift).map(({ text }) => /\/gift\?secret=([\w-]{43})/.exec(text)?.[1] ?? '');
const redeem = (client: Client, secret: string | undefined) =>
  client.post<GivenGift & Rejection>('/api/gifts/redeem', { secret });
const giftsOf = async (payer: Client) => (await payer.get<Gift[]>('/api/user/gifts')).body;
const owns = async (client: Client, id: number) => (await accessOf(client, id)).hasAccess;
async function refund(payer: Member, body: object = {}) {
  const list = await administrator.get<MemberPurchase[]>(`/api/admin/users/${payer.userId}/purchases`);
  const path = `/api/admin/users/${payer.userId}/purchases/${list.body[0]?.id}/refund`;
  expect((await administrator.post(path, body)).status).toBe(200);
  await portal.runWebhooks();
}

describe('refused gifts', () => {
  it('GIFT-01 refuses addresses, messages and days that cannot be, and opens no payment', async () => {
    const [payer, resourceId] = [await portal.member(), await portal.addResource()];
    const cases: [object, string][] = [
      [{ email: 'friend' }, 'Invalid email address'],
      [{ message: 'x'.repeat(1001) }, 'The message must be at most 1000 characters'],
      [{ deliverOn: 'tomorrow' }, 'Choose the day on which the gift is sent'],
      [{ deliverOn: dayIn(-2) }, 'Choose a day from today on, at most a year ahead.'],
      [{ deliverOn: dayIn(400) }, 'Choose a day from today on, at most a year ahead.'],
    ];
    for (const [fields, message] of cases) {
      const reply = await open(payer, resourceId, newGift(fields));
      expect([fields, reply.status, reply.body.message]).toEqual([fields, 400, message]);
    }
    expect(await portal.rows('select id from payment_attempts where user_id = $1', [payer.userId])).toEqual([]);
  });

  it('GIFT-03 GIFT-04 refuses unknown links, and the gifts of other members', async () => {
    const { payer, gift } = await paidGift();
    const [other, [own]] = [await portal.member(), await giftsOf(payer)];
    expect((await redeem(other, 'a'.repeat(43))).body.code).toBe('purchases.gift-unknown');
    expect((await redeem(other, 'short')).status).toBe(400);
    expect((await other.post<Rejection>(`/api/user/gifts/${own?.id}/send`)).body.code).toBe('purchases.gift-unknown');
    expect(await giftsOf(other)).toEqual([]);
    expect(mailsTo(gift)).toHaveLength(1);
  });

  it('GIFT-01 a payment that fails gives and mails nothing', async () => {
    const [payer, resourceId, gift] = [await portal.member(), await portal.addResource(), newGift()];
    const { body } = await open(payer, resourceId, gift);
    await portal.pay(body.clientSecret, 'pm_card_chargeDeclined');
    await portal.runWebhooks();
    await sendNow();
    expect([mailsTo(gift), await giftsOf(payer)]).toEqual([[], []]);
  });
});

describe('a gift that was paid', () => {
  it('GIFT-01 GIFT-02 belongs to the payer, opens nothing for the payer, and is mailed once with the message', async () => {
    const { payer, resourceId, gift } = await paidGift();
    await sendNow();
    const [mail, ...more] = mailsTo(gift);
    expect([mail?.text.includes('Well done!'), more]).toEqual([true, []]);
    expect(await owns(payer, resourceId)).toBe(false);
    const { body } = await payer.get<Purchase[]>('/api/user/purchases');
    expect(body.map((one) => [one.resourceId, one.amount, one.boughtFor, one.isGift])).toEqual([
      [resourceId, 19.99, gift.email, true],
    ]);
    const seen = await administrator.get<MemberPurchase[]>(`/api/admin/users/${payer.userId}/purchases`);
    expect(seen.body.map((one) => [one.resourceId, one.isGift])).toEqual([[resourceId, true]]);
    const stored = await portal.rows('select encode(secret_hash, $2) as hash from gifts where email = $1', [
      gift.email,
      'escape',
    ]);
    expect(stored[0]?.hash).not.toContain(secretsIn(gift)[0]);
  });

  it('GIFT-01 the payer can buy the same resource for itself, and give it to two addresses', {
    tags: 'long',
  }, async () => {
    const { payer, resourceId } = await paidGift();
    const own = await portal.openPayment(payer, resourceId);
    await portal.pay(own.clientSecret);
    const second = newGift();
    const { body } = await open(payer, resourceId, second);
    await portal.pay(body.clientSecret);
    await portal.runWebhooks();
    await sendNow();
    expect(await owns(payer, resourceId)).toBe(true);
    expect((await giftsOf(payer)).map(({ state }) => state)).toEqual(['sent', 'sent']);
    expect(mailsTo(second)).toHaveLength(1);
  });

  it('GIFT-01 two open gifts of one resource never go to the address of the other', async () => {
    const [payer, resourceId, first, second] = [
      await portal.member(),
      await portal.addResource(),
      newGift(),
      newGift(),
    ];
    const opened = await open(payer, resourceId, first);
    const next = await open(payer, resourceId, second);
    expect((await open(payer, resourceId, second)).body.clientSecret).toBe(next.body.clientSecret);
    expect((await portal.pay(opened.body.clientSecret)).status).not.toBe(200);
    await portal.pay(next.body.clientSecret);
    await portal.runWebhooks();
    await sendNow();
    expect([mailsTo(first).length, mailsTo(second).length]).toEqual([0, 1]);
  });

  it('GIFT-02 waits for its day, by the clock of the database', async () => {
    const { payer, gift } = await paidGift({ deliverOn: dayIn(3) });
    expect([mailsTo(gift), (await giftsOf(payer)).map(({ state }) => state)]).toEqual([[], ['waiting']]);
    const jobs = await portal.rows(
      `select run_at::date::text as day from graphile_worker.jobs where task_identifier = 'send-gift'`,
    );
    expect(jobs).toContainEqual({ day: gift.deliverOn });
    await portal.rows('update gifts set deliver_on = current_date where email = $1', [gift.email]);
    await sendNow();
    expect(mailsTo(gift)).toHaveLength(1);
  });

  it('GIFT-04 a gift is sent again with a new link, five times in all, and the earlier links end', async () => {
    const { payer, gift } = await paidGift();
    const [own] = await giftsOf(payer);
    const again = () => payer.post<Gift & Rejection>(`/api/user/gifts/${own?.id}/send`);
    for (let sent = 2; sent <= 5; sent += 1) expect((await again()).body.canBeSent).toBe(sent < 5);
    expect((await again()).body.code).toBe('purchases.gift-not-sendable');
    await portal.runJobs();
    const [first, ...later] = secretsIn(gift);
    expect(later).toHaveLength(4);
    const recipient = await portal.member();
    expect((await redeem(recipient, first)).body.code).toBe('purchases.gift-unknown');
    expect((await redeem(recipient, later.at(-1))).status).toBe(200);
  });
});

describe('redeeming a gift', () => {
  it('GIFT-03 opens the resource for the recipient, shows no amount, and works once under parallel calls', async () => {
    const { payer, resourceId, gift } = await paidGift();
    const [secret] = secretsIn(gift);
    const [first, second] = [await portal.member(), await portal.member()];
    expect(await owns(first, resourceId)).toBe(false);
    const replies = await Promise.all([redeem(first, secret), redeem(second, secret)]);
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
    const access = [await owns(first, resourceId), await owns(second, resourceId)];
    expect(access.toSorted()).toEqual([false, true]);
    const owner = access[0] ? first : second;
    const { body } = await owner.get<LibraryEntry[]>('/api/user/library');
    expect(body).toMatchObject([{ resource: { id: resourceId }, purchase: null, giftedAt: expect.any(String) }]);
    expect((await owner.get<Purchase[]>('/api/user/purchases')).body).toEqual([]);
    expect(await giftsOf(payer)).toMatchObject([{ state: 'redeemed', canBeSent: false }]);
    expect((await redeem(owner, secret)).body.code).toBe('purchases.gift-redeemed');
  });

  it('GIFT-03 refuses a member with the resource already, and leaves the gift for another', async () => {
    const { resourceId, gift } = await paidGift();
    const [secret] = secretsIn(gift);
    const [owner, friend] = [await portal.member(), await portal.member()];
    const own = await portal.openPayment(owner, resourceId);
    await portal.pay(own.clientSecret);
    await portal.runWebhooks();
    expect((await redeem(owner, secret)).body).toMatchObject({
      code: 'purchases.gift-owned',
      message: 'You already have access to this resource. The gift stays open: you can pass its link on.',
    });
    expect((await redeem(friend, secret)).status).toBe(200);
    expect(await owns(friend, resourceId)).toBe(true);
  });
});

describe('the refund of a gift', () => {
  it('GIFT-05 before it is redeemed ends its link, also before its day', async () => {
    const [sent, waiting] = [await paidGift(), await paidGift({ deliverOn: dayIn(3) })];
    await refund(sent.payer, { amount: 500 });
    expect((await giftsOf(sent.payer))[0]?.state).toBe('sent');
    for (const { payer } of [sent, waiting]) await refund(payer);
    const recipient = await portal.member();
    expect((await redeem(recipient, secretsIn(sent.gift)[0])).body.code).toBe('purchases.gift-refunded');
    await portal.rows('update gifts set deliver_on = current_date where email = $1', [waiting.gift.email]);
    await sendNow();
    expect(mailsTo(waiting.gift)).toEqual([]);
    const [end] = endsTo(sent.gift.email);
    expect(endsTo(sent.gift.email)).toHaveLength(1);
    expect(end?.text).toContain('The gift can no longer be opened.');
    expect((await giftsOf(waiting.payer))[0]?.state).toBe('refunded');
    expect(await owns(recipient, sent.resourceId)).toBe(false);
  });

  it("GIFT-05 after it is redeemed closes the recipient's access and mails both, each once", async () => {
    const { payer, resourceId, gift } = await paidGift();
    const recipient = await portal.member();
    await redeem(recipient, secretsIn(gift)[0]);
    expect(await owns(recipient, resourceId)).toBe(true);
    await refund(payer, { amount: 500 });
    expect(endsTo(await emailOf(recipient))).toEqual([]);
    await refund(payer);
    expect(await owns(recipient, resourceId)).toBe(false);
    await portal.runTask('reconcile-payments', { atStart: true });
    await portal.runWebhooks();
    const refunds = portal.sentMails.filter(({ subject }) => subject.startsWith('Your refund'));
    expect(refunds.at(-1)?.to).toBe(await emailOf(payer));
    expect(endsTo(await emailOf(recipient))).toHaveLength(1);
    expect(endsTo(gift.email)).toEqual([]);
    expect((await giftsOf(payer))[0]?.state).toBe('refunded');
  });
});
