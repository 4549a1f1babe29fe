import { type Fault, seconds } from './fault.ts';
import { findWrong, settle } from './rig/checks.ts';
import { type Rig, withRig } from './rig/rig.ts';
import { addResource, allHaveAccess, confirm, hasAccess, openCheckout, type Paid } from './rig/shop.ts';
import { inParallel, until } from './rig/wait.ts';

const goneWithinMs = 60_000;

/** Refunds at the provider, in full, in parts and twice at once, and lost and won disputes. */
export const f13: Fault = {
  name: 'F13',
  title: 'refunds and disputes',
  run: ({ environment, amount }) =>
    withRig(environment, {}, async (rig) => {
      const each = amount(10, 3);
      const { stripe } = rig.payments;
      const sell = (card?: string) => sellTo(rig, each, card);
      const odd: string[] = [];
      const goneMs: number[] = [];
      const expectGone = async (paid: Paid[]) => {
        for (const sale of paid) {
          goneMs.push(
            await until('access is gone', async () => !(await hasAccess(sale)), { withinMs: 2 * goneWithinMs }),
          );
        }
      };
      const expectKept = async (what: string, paid: Paid[]) => {
        for (const sale of paid) if (!(await hasAccess(sale))) odd.push(`access was lost: ${what}`);
      };

      const whole = await sell();
      // Two people press the button at the provider at the same moment.
      await inParallel(each, whole, async ({ intentId }) => {
        const tries = [0, 1].map(() =>
          stripe.refunds.create({ payment_intent: intentId }).then(
            () => 1,
            () => 0,
          ),
        );
        const made = (await Promise.all(tries)).reduce<number>((sum, one) => sum + one, 0);
        if (made !== 1) odd.push(`a payment was refunded ${made} times`);
      });
      await expectGone(whole);

      const partly = await sell();
      for (const { intentId } of partly) await stripe.refunds.create({ payment_intent: intentId, amount: 500 });
      const disputed = await sell('pm_card_createDispute');
      await settle(rig);
      await expectKept('partly refunded', partly);
      await expectKept('a dispute was opened', disputed);
      const { data } = await stripe.disputes.list({ limit: 100 });
      const [lost, won] = [disputed.slice(0, Math.ceil(each / 2)), disputed.slice(Math.ceil(each / 2))];
      const end = async (paid: Paid[], evidence: string) => {
        for (const { intentId } of paid) {
          const dispute = data.find(({ payment_intent: id }) => id === intentId);
          if (!dispute) odd.push('a dispute is missing at the provider');
          else await stripe.disputes.update(dispute.id, { evidence: { uncategorized_text: evidence }, submit: true });
        }
      };
      await end(lost, 'losing_evidence');
      await expectGone(lost);
      await end(won, 'winning_evidence');
      await settle(rig);
      await expectKept('a dispute was won', won);
      const slowest = Math.max(...goneMs);
      return {
        tries: `${each} each of 4 kinds`,
        reached: `access gone after ${seconds(slowest)}; ${odd.length} surprises`,
        goal: '≤ 60 s; 0',
        isMet: slowest <= goneWithinMs && odd.length === 0,
        wrong: [...odd, ...(await findWrong(rig))],
      };
    }),
};

async function sellTo(rig: Rig, count: number, card?: string): Promise<Paid[]> {
  const resourceId = await addResource(rig.database);
  const paid = await inParallel(4, await rig.people(count), async (person) => {
    const { clientSecret, intentId } = await openCheckout({ person, resourceId });
    await confirm(rig.payments, clientSecret, card);
    return { person, resourceId, intentId, paidAt: performance.now() };
  });
  await allHaveAccess(paid, 60_000);
  return paid;
}
