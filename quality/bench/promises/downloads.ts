import { randomBytes, randomUUID } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { query } from '../database.ts';
import { secretOf } from '../fixtures.ts';
import { memoryMiB } from '../machine.ts';
import type { Bench } from '../setup.ts';
import { figure } from '../table.ts';
import type { Promised } from './mix.ts';

const bytes = 50_000_000;
const atOnce = 20;
const mostGrowthMiB = 50;

/** Measures twenty members who download a file of 50 MB at the same time. */
export async function measureDownloads({ portal, portalUrl, dataDir }: Bench): Promise<Promised[]> {
  const id = randomUUID();
  // The portal would create the folder with the first file.
  const files = path.join(dataDir, 'files');
  await mkdir(files, { recursive: true });
  await writeFile(path.join(files, id), randomBytes(bytes));
  const [free] = await query<{ id: number }>(
    portalUrl,
    `with added as (insert into files (id, kind, name, content_type, bytes, sha256)
       values ($1, 'document', 'guide.pdf', 'application/pdf', $2, '\\x00') returning id)
     update resources set file_id = (select id from added)
     where id = (select min(id) from resources where access_type = 'free') returning id`,
    [id, bytes],
  );
  const before = memoryMiB(portal.processId).now;
  let [most, isOver] = [before, false];
  const watching = (async () => {
    while (!isOver) {
      most = Math.max(most, memoryMiB(portal.processId).now);
      await pause(50);
    }
  })();
  const startedAt = performance.now();
  const whole = await Promise.all(
    Array.from({ length: atOnce }, async (_, member) => {
      const reply = await fetch(`http://127.0.0.1:${portal.port}/api/resources/${free?.id}/download`, {
        headers: { cookie: `session=${secretOf(member + 1)}` },
      });
      let received = 0;
      for await (const part of reply.body ?? []) received += part.length;
      return reply.status === 200 && received === bytes;
    }),
  );
  const seconds = (performance.now() - startedAt) / 1000;
  isOver = true;
  await watching;
  const complete = whole.filter(Boolean).length;
  return [
    {
      measure: `${atOnce} downloads of 50 MB at once`,
      reached: `${complete} whole after ${figure(seconds)} s; memory +${figure(most - before)} MiB`,
      goal: `all; ≤ +${mostGrowthMiB} MiB`,
      isMet: complete === atOnce && most - before <= mostGrowthMiB,
    },
  ];
}
