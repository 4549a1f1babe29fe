import { signedInAll, signInRequests } from './cases.ts';
import { keepPace, type Seen } from './load.ts';
import { inTurn } from './measure.ts';

const signInsPerSecond = 30;
const othersPerSecond = 300;

/** How other calls fare while people sign in: latencies of both, each sent at a steady pace. */
export async function measureMixed(
  { port, members }: { port: number; members: number },
  durationMs: number,
): Promise<{ signIns: Seen; others: Seen }> {
  const others = signedInAll(['/api/resources?pageSize=12', '/api/user', '/api/user/resource-access?resourceId=1']);
  const [signIns, seen] = await Promise.all([
    keepPace({ port, durationMs, perSecond: signInsPerSecond, next: inTurn(signInRequests(members)) }),
    keepPace({ port, durationMs, perSecond: othersPerSecond, next: inTurn(others) }),
  ]);
  return { signIns, others: seen };
}
