import { setTimeout as pause } from 'node:timers/promises';
import sharp from 'sharp';
import { query } from '../database.ts';
import { emailOf, password, secretOf } from '../fixtures.ts';
import { memoryMiB } from '../machine.ts';
import type { Bench } from '../setup.ts';
import { figure } from '../table.ts';
import type { Extent, Promised } from './mix.ts';

const mostMiB = 512;
const mostDelayMs = 200;

/**
 * F17: 500 bodies of 1 MB at once, then 64 sign-ins, then 20 uploads of images, while /healthz is called again 10 ms
 * after each response.
 */
export async function measureFlood({ portal, portalUrl }: Bench, { members }: Extent): Promise<Promised[]> {
  const origin = `http://127.0.0.1:${portal.port}`;
  await query(portalUrl, `update users set role = 'administrator' where id = $1`, [members]);
  await query(portalUrl, 'update sign_in_sessions set signed_in_at = now(), last_seen_at = now() where user_id = $1', [
    members,
  ]);
  const delays: number[] = [];
  let isOver = false;
  const asking = (async () => {
    while (!isOver) {
      const askedAt = performance.now();
      const reply = await fetch(`${origin}/healthz`);
      await reply.arrayBuffer();
      delays.push(performance.now() - askedAt);
      await pause(10);
    }
  })();
  const statuses = [
    await all(500, () => postJson(`${origin}/api/login`, { email: 'x'.repeat(1_000_000), password })),
    await all(64, (index) => postJson(`${origin}/api/login`, { email: emailOf(index + 1), password })),
    await uploadImages(origin, members),
  ];
  isOver = true;
  await asking;
  const sorted = delays.sort((one, other) => one - other);
  const p99 = sorted[Math.floor(sorted.length * 0.99)] ?? 0;
  const { peak } = memoryMiB(portal.processId);
  const alive = (await fetch(`${origin}/healthz`)).ok;
  return [
    {
      measure: 'flood: 500 bodies of 1 MB, 64 sign-ins, 20 images, each at once',
      reached: `${alive ? 'alive' : 'dead'}; answers ${statuses.join(' | ')}; /healthz p99 ${figure(p99)} ms; at most ${figure(peak)} MiB`,
      goal: `alive; ≤ ${mostDelayMs} ms; ≤ ${mostMiB} MiB`,
      isMet: alive && p99 <= mostDelayMs && peak <= mostMiB,
    },
  ];
}

/** @returns the number of responses of each status */
async function all(count: number, send: (index: number) => Promise<Response>): Promise<string> {
  const tally = new Map<string, number>();
  await Promise.all(
    Array.from({ length: count }, async (_, index) => {
      const answer = await send(index).then(
        async (reply) => [String(reply.status), await reply.arrayBuffer()] as const,
        // A server may close the connection of a client that sends too much.
        () => ['closed'] as const,
      );
      tally.set(answer[0], (tally.get(answer[0]) ?? 0) + 1);
    }),
  );
  return [...tally].map(([status, times]) => `${times} × ${status}`).join(' ');
}

function postJson(url: string, body: object): Promise<Response> {
  return fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
}

async function uploadImages(origin: string, administrator: number): Promise<string> {
  const image = {
    width: 3_000,
    height: 2_000,
    channels: 3 as const,
    noise: { type: 'gaussian' as const, mean: 120, sigma: 30 },
  };
  const jpeg = await sharp({ create: { ...image, background: 'white' } })
    .jpeg()
    .toBuffer();
  return all(20, (index) => {
    const form = new FormData();
    form.append('file', new Blob([new Uint8Array(jpeg)], { type: 'image/jpeg' }), `photo-${index}.jpg`);
    const headers = { cookie: `session=${secretOf(administrator)}` };
    return fetch(`${origin}/api/admin/upload`, { method: 'POST', headers, body: form });
  });
}
