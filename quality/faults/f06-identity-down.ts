import { type Fault, seconds } from './fault.ts';
import { findWrong } from './rig/checks.ts';
import { withRig } from './rig/rig.ts';
import { startTcpProxy, type Weather } from './rig/tcp-proxy.ts';

const answerWithinMs = 10_000;
const troubles: Weather['kind'][] = ['cut', 'silent', 'half-closed'];

/** The sign-in provider is unreachable: its button responds in time, and passwords still work. */
export const f06: Fault = {
  name: 'F06',
  title: 'sign-in provider unreachable',
  run: async ({ environment, amount }) => {
    const issuer = await startTcpProxy(() => 9);
    try {
      const google = {
        GOOGLE_CLIENT_ID: 'portal',
        GOOGLE_CLIENT_SECRET: 'secret',
        GOOGLE_ISSUER: `http://127.0.0.1:${issuer.port}`,
      };
      return await withRig(environment, { variables: google }, async (rig) => {
        const [each, odd] = [amount(5, 2), [] as string[]];
        let [slowestMs, signedIn] = [0, 0];
        for (const kind of troubles) {
          // Safe cast, because each of these kinds is listed without figures.
          issuer.setWeather({ kind } as Weather);
          for (const person of await rig.people(each)) {
            const askedAt = performance.now();
            const reply = await fetch(`${rig.front.origin}/api/auth/google`, { redirect: 'manual' });
            const said = `${reply.status} ${reply.headers.get('location') ?? (await reply.text()).slice(0, 200)}`;
            slowestMs = Math.max(slowestMs, performance.now() - askedAt);
            if (reply.status >= 500 && reply.status !== 503 && reply.status !== 502) odd.push(`the button: ${said}`);
            const account = {
              firstName: 'Mira',
              lastName: 'Tollander',
              organization: 'Trust',
              password: 'portal-demo',
            };
            const email = `provider-${person.userId}@faults.example`;
            await person.call('POST', '/api/register', { ...account, email });
            const { status } = await person.call('POST', '/api/login', { email, password: account.password });
            if (status === 200) signedIn += 1;
          }
        }
        const tries = each * troubles.length;
        return {
          tries: `${tries} sign-ins, ${troubles.length} kinds of trouble`,
          reached: `the button answered within ${seconds(slowestMs)}; ${signedIn} of ${tries} signed in by password`,
          goal: '≤ 10 s; all',
          isMet: slowestMs <= answerWithinMs && signedIn === tries && odd.length === 0,
          wrong: [...odd, ...(await findWrong(rig))],
        };
      });
    } finally {
      await issuer.close();
    }
  },
};
