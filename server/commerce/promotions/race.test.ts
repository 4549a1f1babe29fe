import { afterAll, beforeAll, expect, it } from 'vitest';
import { openDatabase } from '#server/platform/database/db.ts';
import { untilTaken } from '#tests/support/busy.ts';
import { Client } from '#tests/support/client.ts';
import { expectInvariants } from '#tests/support/invariants.ts';
import { createPayingPortal, type PayingPortal } from '#tests/support/payments.ts';
import { createTestPortal, type TestPortal } from '#tests/support/portal.ts';
import {
  codeMaker,
  completeCheckout,
  openCheckout,
  redeemCode,
  usedCount,
  verifiedMember,
} from '#tests/support/promotions.ts';

const sizes = [
  { contenders: 12, rounds: 1, tags: [] },
  { contenders: 50, rounds: 20, tags: ['long'] },
];

let portal: PayingPortal;
/** A second node: another app with its own connections to the same database. */
let other: TestPortal;
let closeOther: () => Promise<void>;
beforeAll(async () => {
  portal = await createPayingPortal();
  const database = openDatabase(portal.database.addresses.service, { log: () => {} });
  const { stripe, payments } = portal.dependencies;
  other = await createTestPortal({}, { database, stripe, payments });
  closeOther = () => database.close();
});
afterAll(async () => {
  await other.close();
  await closeOther();
  await portal.close();
});

type Member = Client & { userId: number };

/** Returns the member's client at the other node. */
function atOther(member: Member): Client {
  return Object.assign(new Client(other.app), { cookies: { ...member.cookies } });
}

/** Makes every second member call the other node. */
const spread = (members: readonly Member[]) =>
  members.map((member, index) => (index % 2 === 0 ? member : atOther(member)));

async function newMembers(count: number): Promise<Member[]> {
  const members: Member[] = [];
  // A few at a time, because passwords are hashed.
  while (members.length < count) {
    members.push(
      ...(await Promise.all(
        Array.from({ length: Math.min(10, count - members.length) }, () => verifiedMember(portal)),
      )),
    );
  }
  return members;
}

for (const { contenders, rounds, tags } of sizes) {
  it(`PROMO-10 lets one of ${contenders} members win a code with one use, at two nodes, in every round`, {
    tags,
  }, async () => {
    const earlier = await countSubscriptions();
    const addCode = await codeMaker(portal);
    let members = await newMembers(contenders);
    for (let round = 1; round <= rounds; round += 1) {
      const { id, code } = await addCode({ usageLimit: 1 });
      const answers = await Promise.all(spread(members).map((member) => untilTaken(() => redeemCode(member, code))));
      const outcomes = answers.map(({ status, body }) => (status === 200 ? 'taken' : body.code));
      expect(outcomes.filter((outcome) => outcome === 'promotions.code-refused')).toHaveLength(contenders - 1);
      const winner = outcomes.findIndex((outcome) => outcome !== 'promotions.code-refused');
      // When the provider responds late, the winner's repeated call finds the code used by that member.
      expect(['taken', 'promotions.redeemed-before']).toContain(outcomes[winner]);
      expect(await usedCount(portal, id)).toBe(1);
      if (round < rounds) members = [...members.filter((_, index) => index !== winner), ...(await newMembers(1))];
    }
    await portal.runWebhooks();
    await expectInvariants(portal.database);
    expect(await countSubscriptions()).toBe(earlier + rounds);
  });
}

async function countSubscriptions(): Promise<number> {
  return (await portal.stripe.subscriptions.list({ status: 'all', limit: 100 })).data.length;
}

it('PROMO-12 lets one member redeem a code once, at both nodes and by both ways', { tags: 'long' }, async () => {
  const addCode = await codeMaker(portal);
  const code = await addCode();
  const [member] = await newMembers(1);
  if (!member) throw new Error('There is no member');
  const redeem = (client: Client) => redeemCode(client, code.code);
  const answers = await Promise.all([member, atOther(member), member, atOther(member)].map(redeem));
  expect(answers.some(({ status }) => status === 200)).toBe(true);
  expect(await usedCount(portal, code.id)).toBe(1);
  await portal.runWebhooks();
  const { data } = await portal.stripe.subscriptions.list({ status: 'all', limit: 100 });
  expect(data.filter(({ metadata }) => metadata.userId === String(member.userId))).toHaveLength(1);
  await expectInvariants(portal.database);
});

it('PROMO-10 PROMO-14 counts checkouts that are completed together up to the limit only', {
  tags: 'long',
}, async () => {
  const addCode = await codeMaker(portal);
  const code = await addCode({ usageLimit: 2 });
  const members = await newMembers(5);
  const urls: string[] = [];
  for (const member of members) urls.push(await openCheckout(member, code));
  await Promise.all(urls.map((url) => completeCheckout(url.replace(/^https?:\/\/[^/]+/, portal.origin))));
  await portal.runWebhooks();
  await portal.runWebhooks();
  expect(await usedCount(portal, code.id)).toBe(2);
  const userIds = members.map(({ userId }) => userId);
  const rows = await portal.rows('select status from subscriptions where user_id = any($1) order by status', [userIds]);
  expect(rows.map(({ status }) => status)).toEqual(['canceled', 'canceled', 'canceled', 'trialing', 'trialing']);
  await expectInvariants(portal.database);
});
