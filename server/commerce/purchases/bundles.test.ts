import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Resource } from '#contract/catalogue/catalogue.ts';
import type { AdminResource } from '#contract/catalogue/publishing.ts';
import type { MemberPurchase, OwnerCount } from '#contract/commerce/purchases-admin.ts';
import type { LibraryEntry } from '#contract/learning/library.ts';
import type { Client } from '#tests/support/client.ts';
import { insertGrant, updateResource } from '#tests/support/factories.ts';
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

const form = {
  type: 'bundle',
  accessType: 'purchase',
  title: 'The whole set',
  description: 'Three guides.',
  price: '30',
  isPublished: true,
};

/** Adds a published bundle of three resources, sold for £30. */
async function addBundle(fields: object = {}) {
  const parts = [await portal.addResource(), await portal.addResource(), await portal.addResource()];
  const reply = await administrator.post<AdminResource>('/api/admin/resources', { ...form, partIds: parts, ...fields });
  expect(reply.status).toBe(201);
  return { id: reply.body.id, parts };
}

const patch = async (id: number, fields: object) => {
  const { status, body } = await administrator.patch(`/api/admin/resources/${id}`, fields);
  expect([status, body]).toMatchObject([200, {}]);
};

/** Buys a resource as the checkout does. */
async function buy(member: Member, resourceId: number) {
  const payment = await portal.openPayment(member, resourceId);
  await portal.pay(payment.clientSecret);
  await portal.runWebhooks();
  return payment;
}

const opened = (member: Client, ids: readonly number[]) =>
  Promise.all(ids.map(async (id) => (await accessOf(member, id)).hasAccess));
const refund = async (member: Member, purchaseId: number | undefined, body: object = {}) => {
  const path = `/api/admin/users/${member.userId}/purchases/${purchaseId}/refund`;
  expect((await administrator.post(path, body)).status).toBe(200);
  await portal.runWebhooks();
};
const purchasesOf = async (member: Member) =>
  (await administrator.get<MemberPurchase[]>(`/api/admin/users/${member.userId}/purchases`)).body;
const shelf = async (member: Client) => (await member.get<LibraryEntry[]>('/api/user/library')).body;

describe('before a bundle is bought', () => {
  it('BUNDLE-01 a bundle and its parts stay closed to members who did not buy it', { tags: 'long' }, async () => {
    const { id, parts } = await addBundle();
    const [buyer, other] = [await portal.member(), await portal.member()];
    await buy(buyer, id);
    expect(await opened(other, [id, ...parts])).toEqual([false, false, false, false]);
    expect(await shelf(other)).toEqual([]);
  });

  it('BUNDLE-01 the payment of a bundle that has not succeeded opens nothing', async () => {
    const { id, parts } = await addBundle();
    const member = await portal.member();
    const { clientSecret } = await portal.openPayment(member, id);
    await portal.pay(clientSecret, 'pm_card_chargeDeclined');
    await portal.runWebhooks();
    expect(await opened(member, [id, ...parts])).toEqual([false, false, false, false]);
  });
});

describe('a bundle that was bought', () => {
  it('BUNDLE-01 BUNDLE-08 opens the bundle and its parts by one purchase, with one receipt and one invoice', async () => {
    const { id, parts } = await addBundle();
    const alone = await portal.addResource();
    const member = await portal.member();
    await buy(member, id);
    expect(await opened(member, [id, ...parts, alone])).toEqual([true, true, true, true, false]);
    expect((await purchasesOf(member)).map(({ resourceId, amount }) => [resourceId, amount])).toEqual([[id, 30]]);
    const documents = await portal.rows('select total_minor from documents where user_id = $1', [member.userId]);
    expect(documents).toEqual([{ total_minor: 3000 }]);
    await portal.runTask('fold-analytics');
    const lines = await portal.rows(
      `select l.amount_minor from analytics_lines l join payment_attempts a on a.id = l.payment_id
       where l.source = 'attempt' and a.user_id = $1`,
      [member.userId],
    );
    expect(lines).toEqual([{ amount_minor: 3000 }]);
  });

  it('BUNDLE-08 My Resources lists the bundle with its amount and each part with the bundle', async () => {
    const { id, parts } = await addBundle();
    const member = await portal.member();
    await buy(member, id);
    const rows = (await shelf(member)).map(({ resource, purchase }) => [resource.id, purchase?.bundle]);
    expect(rows.toSorted()).toEqual([[id, null], ...parts.map((part) => [part, form.title])].toSorted());
  });

  it('BUNDLE-08 owners of a part are counted once, however they came by it', { tags: 'long' }, async () => {
    const { id, parts } = await addBundle();
    const [first, second] = [await portal.member(), await portal.member()];
    await buy(first, parts[0] ?? 0);
    for (const member of [first, second]) await buy(member, id);
    const owners = await administrator.get<OwnerCount[]>(`/api/admin/resource-owners?ids=${parts[0]}&ids=${parts[1]}`);
    expect(owners.body).toEqual([
      { resourceId: parts[0], owners: 2 },
      { resourceId: parts[1], owners: 2 },
    ]);
  });

  it('BUNDLE-07 does not sell a part to a member who owns it through the bundle', async () => {
    const { id, parts } = await addBundle();
    const member = await portal.member();
    await buy(member, id);
    const reply = await member.post('/api/create-payment-intent', { resourceId: parts[1] });
    expect([reply.status, reply.body]).toMatchObject([409, { code: 'purchases.already-owned' }]);
  });

  it('BUNDLE-01 keeps open a part that is taken out and withdrawn afterwards', async () => {
    const { id, parts } = await addBundle();
    const [member, late] = [await portal.member(), await portal.member()];
    await buy(member, id);
    const [gone = 0, ...kept] = parts;
    await patch(id, { partIds: kept });
    expect((await administrator.delete(`/api/admin/resources/${gone}`)).status).toBe(200);
    await buy(late, id);
    expect(await opened(member, [id, ...parts])).toEqual([true, true, true, true]);
    expect(await opened(late, [id, ...kept])).toEqual([true, true, true]);
    expect((await late.get(`/api/resources/${gone}/access`)).status).toBe(404);
  });
});

describe('later parts', () => {
  it('BUNDLE-04 open to new buyers alone, unless the bundle includes them', { tags: 'long' }, async () => {
    for (const includesLaterParts of [false, true]) {
      const { id, parts } = await addBundle({ includesLaterParts });
      const [early, late] = [await portal.member(), await portal.member()];
      await buy(early, id);
      const added = await portal.addResource();
      await patch(id, { partIds: [...parts, added] });
      await buy(late, id);
      expect(await opened(early, [...parts, added])).toEqual([true, true, true, includesLaterParts]);
      expect(await opened(late, [...parts, added])).toEqual([true, true, true, true]);
    }
  });

  it('BUNDLE-04 a part that is taken out while the payment is open belongs to its buyer', async () => {
    const { id, parts } = await addBundle();
    const member = await portal.member();
    const { clientSecret } = await portal.openPayment(member, id);
    await patch(id, { partIds: parts.slice(1) });
    await portal.pay(clientSecret);
    await portal.runWebhooks();
    expect(await opened(member, [id, ...parts])).toEqual([true, true, true, true]);
  });

  it('BUNDLE-04 a part that was added and taken out before the payment was opened is not sold', {
    tags: 'long',
  }, async () => {
    const { id, parts } = await addBundle({ includesLaterParts: true });
    const brief = await portal.addResource();
    await patch(id, { partIds: [...parts, brief] });
    await patch(id, { partIds: parts });
    const member = await portal.member();
    await buy(member, id);
    expect(await opened(member, [...parts, brief])).toEqual([true, true, true, false]);
  });

  it('BUNDLE-04 stay included once a member has bought the bundle, also after a refund', async () => {
    const { id } = await addBundle({ includesLaterParts: true });
    await patch(id, { includesLaterParts: false });
    await patch(id, { includesLaterParts: true });
    const member = await portal.member();
    await buy(member, id);
    await refund(member, (await purchasesOf(member))[0]?.id);
    const reply = await administrator.patch<{ message: string }>(`/api/admin/resources/${id}`, {
      includesLaterParts: false,
    });
    expect([reply.status, reply.body.message]).toEqual([
      400,
      'Members bought this bundle with the parts that are added later, so this choice stays',
    ]);
    expect((await administrator.get<Resource>(`/api/resources/${id}`)).body.bundle?.includesLaterParts).toBe(true);
  });
});

describe('the refund of a bundle', () => {
  it('BUNDLE-06 closes what the bundle opened after one part was read, and keeps the progress and all that the member has in another way', {
    tags: 'long',
  }, async () => {
    const { id, parts } = await addBundle();
    const [read = 0, granted = 0, bought = 0] = parts;
    const [member, other] = [await portal.member(), await portal.member()];
    await buy(member, bought);
    for (const buyer of [member, other]) await buy(buyer, id);
    await insertGrant(portal.database, { userId: member.userId, resourceId: granted });
    expect((await member.put(`/api/resources/${read}/finished`, { isFinished: true })).status).toBe(200);

    const purchase = (await purchasesOf(member)).find(({ resourceId }) => resourceId === id);
    await refund(member, purchase?.id, { amount: 1000 });
    expect(await opened(member, [id, ...parts])).toEqual([true, true, true, true]);
    await refund(member, purchase?.id);
    expect(await opened(member, [id, ...parts])).toEqual([false, false, true, true]);
    expect(await opened(other, [id, ...parts])).toEqual([true, true, true, true]);
    const progress = 'select finished_at is not null as finished from progress_sessions where user_id = $1';
    expect(await portal.rows(progress, [member.userId])).toEqual([{ finished: true }]);
    expect((await shelf(member)).map(({ resource }) => resource.id).toSorted()).toEqual([granted, bought].toSorted());
    const again = await portal.openPayment(member, read);
    expect(again.clientSecret).toContain('_secret_');
  });

  it('BUNDLE-06 keeps a part open that another bundle still opens, and closes it with the last of them', {
    tags: 'long',
  }, async () => {
    const { id, parts } = await addBundle();
    const other = await administrator.post<AdminResource>('/api/admin/resources', {
      ...form,
      partIds: parts.slice(0, 2),
    });
    const member = await portal.member();
    for (const bundle of [id, other.body.id]) await buy(member, bundle);
    const purchases = await purchasesOf(member);
    const idOf = (resourceId: number) => purchases.find((one) => one.resourceId === resourceId)?.id;
    await refund(member, idOf(id));
    expect(await opened(member, parts)).toEqual([true, true, false]);
    const path = `/api/admin/users/${member.userId}/purchases/${idOf(other.body.id)}`;
    expect((await administrator.delete(path)).status).toBe(200);
    expect(await opened(member, parts)).toEqual([false, false, false]);
  });

  it('BUNDLE-06 a lost dispute closes what the bundle opened', async () => {
    const { id, parts } = await addBundle();
    const member = await portal.member();
    const { clientSecret } = await portal.openPayment(member, id);
    await portal.pay(clientSecret, 'pm_card_createDispute');
    await portal.runWebhooks();
    expect(await opened(member, [id, ...parts])).toEqual([true, true, true, true]);
    const [dispute] = (await portal.stripe.disputes.list()).data;
    await portal.stripe.disputes.close(dispute?.id ?? '');
    await portal.runWebhooks();
    expect(await opened(member, [id, ...parts])).toEqual([false, false, false, false]);
  });
});

describe('what a bundle sells', () => {
  it('BUNDLE-03 shows members the published parts in their order, and administrators all', async () => {
    const { id, parts } = await addBundle();
    const draft = await portal.addResource();
    await patch(id, { partIds: [...parts.toReversed(), draft] });
    await updateResource(portal.database, draft, { is_published: false });
    const partsOf = async (client: Client, path: string) =>
      (await client.get<Resource>(path)).body.bundle?.parts.map((part) => part.id);
    expect(await partsOf(await portal.member(), `/api/resources/${id}`)).toEqual(parts.toReversed());
    expect(await partsOf(portal.visitor(), `/api/public/resources/${id}`)).toEqual(parts.toReversed());
    expect(await partsOf(administrator, `/api/admin/resources/${id}`)).toEqual([...parts.toReversed(), draft]);
  });
});
