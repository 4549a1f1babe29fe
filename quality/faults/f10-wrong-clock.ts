import type { Fault } from './fault.ts';
import { findWrong } from './rig/checks.ts';
import { addCode } from './rig/codes.ts';
import type { Node } from './rig/node.ts';
import { type Rig, withRig } from './rig/rig.ts';
import { deliver, signature } from './rig/webhook-recorder.ts';

const minuteMs = 60_000;
const shiftsMs = { '-10 min': -10 * minuteMs, '+10 min': 10 * minuteMs, '+1 day': 1440 * minuteMs };

/** A node whose clock is wrong, over a database whose clock is right. */
export const f10: Fault = {
  name: 'F10',
  title: 'clock of a node wrong',
  run: ({ environment }) =>
    withRig(environment, { nodes: 1 }, async (rig) => {
      const odd: string[] = [];
      let checks = 0;
      const questions = await askable(rig);
      for (const [name, shiftMs] of Object.entries(shiftsMs)) {
        const node = await rig.addNode({}, ['--import', preload(shiftMs)]);
        await node.start();
        for (const { what, wanted, ask } of questions) {
          checks += 1;
          const answer = await ask(node);
          if (answer !== wanted) odd.push(`${name}: ${what} was answered ${answer} instead of ${wanted}`);
        }
        checks += 1;
        const body =
          '{"id":"evt_clock","object":"event","type":"payment_intent.succeeded","data":{"object":{"id":"pi_0"}}}';
        const { status } = await deliver(node.origin, body, signature(body, rig.payments.webhookSecret));
        // The node rejects only a signature that is more than five minutes old by the node's clock.
        const isTooOld = shiftMs > 0;
        if (status !== (isTooOld ? 400 : 200)) odd.push(`${name}: a true webhook was answered ${status}`);
        if (isTooOld && !/clock/.test(node.program().output()))
          odd.push(`${name}: the log does not speak of the clock`);
        await node.close();
      }
      return {
        tries: `${Object.keys(shiftsMs).join(', ')}: ${checks} decisions`,
        reached: `${odd.length} decided otherwise`,
        goal: '0',
        isMet: odd.length === 0,
        wrong: [...odd, ...(await findWrong(rig))],
      };
    }),
};

/** Returns a module that Node loads first: a clock that is wrong by `shiftMs`. */
function preload(shiftMs: number): string {
  const text = `const Right = Date;
    globalThis.Date = class extends Right {
      constructor(...given) { given.length === 0 ? super(Right.now() + ${shiftMs}) : super(...given); }
      static now() { return Right.now() + ${shiftMs}; }
    };`;
  return `data:text/javascript,${encodeURIComponent(text)}`;
}

type Question = { what: string; wanted: string; ask(node: Node): Promise<string> };

/** Creates valid objects, two of which expire in five minutes, and expired ones, by the database's clock. */
async function askable(rig: Rig): Promise<Question[]> {
  const { pool } = rig.database;
  const [administrator] = await rig.people(1, 'administrator');
  const [fresh, idle] = await rig.people(2);
  if (!administrator || !fresh || !idle) throw new Error('The members were not added');
  await pool.query(`update sign_in_sessions set last_seen_at = now() - interval '7 days 1 minute' where user_id = $1`, [
    idle.userId,
  ]);
  const [open, over] = [await addCode(rig, administrator), await addCode(rig, administrator)];
  await pool.query(`update promo_codes set expires_at = now() + interval '5 minutes' where id = $1`, [open.id]);
  await pool.query(`update promo_codes set expires_at = now() - interval '5 minutes' where id = $1`, [over.id]);
  for (const [secret, life] of [
    ['link-that-lives', '5 minutes'],
    ['link-that-is-over', '-5 minutes'],
  ]) {
    await pool.query(
      `insert into account_links (user_id, purpose, token_hash, expires_at)
       values ($1, 'set_password', sha256(convert_to($2, 'UTF8')), now() + $3::interval)`,
      [fresh.userId, secret, life],
    );
  }
  const code =
    (text: string) =>
    async ({ origin }: Node) =>
      String((await fresh.at(origin).call('POST', '/api/promo-codes/validate', { code: text })).body.valid);
  const link =
    (token: string) =>
    async ({ origin }: Node) =>
      String((await fresh.at(origin).call('POST', '/api/validate-reset-token', { token })).status);
  return [
    {
      what: 'a session',
      wanted: '200',
      ask: async ({ origin }) => String((await fresh.at(origin).call('GET', '/api/user')).status),
    },
    {
      what: 'an idle session',
      wanted: '401',
      ask: async ({ origin }) => String((await idle.at(origin).call('GET', '/api/user')).status),
    },
    { what: 'a promo code', wanted: 'true', ask: code(open.code) },
    { what: 'an expired promo code', wanted: 'false', ask: code(over.code) },
    { what: 'a link', wanted: '200', ask: link('link-that-lives') },
    { what: 'an expired link', wanted: '400', ask: link('link-that-is-over') },
  ];
}
