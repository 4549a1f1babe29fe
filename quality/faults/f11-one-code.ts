import { currentConsent as textVersion } from '#contract/commerce/consent-texts.ts';
import { untilTaken } from '#tests/support/busy.ts';
import type { Fault } from './fault.ts';
import { findWrong, settle } from './rig/checks.ts';
import { addCode, type Code, completeCheckout } from './rig/codes.ts';
import type { Person, Reply } from './rig/people.ts';
import { type Rig, withRig } from './rig/rig.ts';

const contenders = 50;

/** Fifty members redeem the only use of a code at the same moment, at two nodes, in both ways. */
export const f11: Fault = {
  name: 'F11',
  title: '50 clients, one promo code, one use',
  run: ({ environment, amount }) =>
    withRig(environment, {}, async (rig) => {
      const [administrator] = await rig.people(1, 'administrator');
      if (!administrator) throw new Error('The administrator was not added');
      const rounds = amount(20, 4, 1);
      let good = 0;
      const odd: string[] = [];
      for (let round = 0; round < rounds; round += 1) {
        const code = await addCode(rig, administrator);
        const people = (await rig.people(contenders)).map((person, index) => person.at(nodeOf(rig, index)));
        const outcome = round % 2 === 0 ? await byOneStep(people, code) : await byCheckout(rig, people, code);
        await settle(rig);
        const counted = await countUses(rig, code);
        if (outcome === 'one' && counted === 'used 1, members with a subscription 1') good += 1;
        else odd.push(`round ${round}: ${outcome}, ${counted}`);
      }
      return {
        tries: `${rounds} rounds of ${contenders}`,
        reached: `one success in ${good} of ${rounds} rounds`,
        goal: `${rounds} of ${rounds}; the others 409`,
        isMet: good === rounds,
        wrong: [...odd, ...(await findWrong(rig))],
      };
    }),
};

function nodeOf(rig: Rig, index: number): string {
  return rig.nodes[index % rig.nodes.length]?.origin ?? '';
}

/** Redeems in one step, as on the dashboard. */
async function byOneStep(people: readonly Person[], { code }: Code): Promise<string> {
  const answers = await Promise.all(
    people.map((person) => untilTaken(() => person.call('POST', '/api/promo/redeem', { code, textVersion }))),
  );
  return judge(answers);
}

/** Validates, then redeems by completing a checkout, as on the billing page. */
async function byCheckout(rig: Rig, people: readonly Person[], { id, code }: Code): Promise<string> {
  await Promise.all(people.map((person) => person.call('POST', '/api/promo-codes/validate', { code })));
  const opened = await Promise.all(
    people.map((person) =>
      person.call<{ checkoutUrl: string }>('POST', '/api/promo-codes/redeem', { promoCodeId: id, textVersion }),
    ),
  );
  const rejected = opened.filter(({ status }) => status !== 200);
  if (rejected.length > 0) return `checkouts not opened: ${JSON.stringify(rejected[0])}`;
  await Promise.all(opened.map(({ body }) => completeCheckout(rig, body.checkoutUrl)));
  return 'one';
}

function judge(answers: readonly Reply[]): string {
  const count = (wanted: number) => answers.filter(({ status }) => status === wanted).length;
  if (count(200) === 1 && count(409) === answers.length - 1) return 'one';
  return `answers ${answers
    .map(({ status }) => status)
    .sort()
    .join(' ')}`;
}

async function countUses({ database }: Rig, { id }: Code): Promise<string> {
  const { rows } = await database.pool.query(
    `select used_count, (select count(*) from promo_redemptions r join subscriptions s
       on s.id = r.subscription_id
       where r.promo_code_id = c.id and r.released_at is null and s.status in ('trialing', 'active')) as subscribed
     from promo_codes c where id = $1`,
    [id],
  );
  return `used ${rows[0]?.used_count}, members with a subscription ${rows[0]?.subscribed}`;
}
