import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { findRunningPostgres } from '#server/platform/database/postgres.ts';
import { query } from './query.ts';

/**
 * Copies the data of a demo that has started, read its PDFs and stopped. The first caller of a run creates them in
 * `template`; the others wait.
 * @param startDemo starts a demo on an empty folder; returns how to stop it
 */
export async function copyDemoData(
  template: string,
  dataDir: string,
  startDemo: (dataDir: string) => Promise<() => Promise<void>>,
): Promise<void> {
  const [making, ready] = [path.join(template, 'making'), path.join(template, 'ready')];
  while (!existsSync(ready)) {
    const isFirst = await mkdir(making).then(
      () => true,
      () => false,
    );
    if (isFirst) await make(making, ready, startDemo);
    else await wait(100);
  }
  // Copied with all attributes, because the files of PostgreSQL may belong to another user.
  await promisify(execFile)('cp', ['-a', `${ready}/.`, dataDir]);
}

async function make(making: string, ready: string, startDemo: Parameters<typeof copyDemoData>[2]): Promise<void> {
  try {
    const stop = await startDemo(making);
    const { owner } = (await findRunningPostgres(making)) ?? { owner: '' };
    const waiting = `select from graphile_worker.jobs where task_identifier = 'read-pdfs'`;
    while ((await query(owner, waiting)).length > 0) await wait(100);
    await stop();
    await rename(making, ready);
  } catch (error) {
    await rm(making, { recursive: true, force: true });
    throw error;
  }
}
