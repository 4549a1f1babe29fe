import { spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { median } from './goals.ts';
import { startPortal } from './processes.ts';

/** Seconds until the portal of `npm start` can serve. */
export type Starts = { build: number; first: number; later: number };

/** Starts the whole demo on an empty folder, then three times again; the build of the web app is timed by itself. */
export async function measureStarts(): Promise<Starts> {
  const buildStartedAt = performance.now();
  const { status, stderr } = spawnSync(process.execPath, ['scripts/build-web.mjs'], {
    cwd: path.resolve(import.meta.dirname, '..'),
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(stderr);
  const build = performance.now() - buildStartedAt;
  const dataDir = await mkdtemp(path.join(tmpdir(), 'portal-bench-start-'));
  const start = async () => {
    const portal = await startPortal({ DATA_DIR: dataDir });
    await portal.stop();
    return portal.startedAfterMs / 1000;
  };
  try {
    const first = await start();
    const later = [await start(), await start(), await start()];
    return { build: build / 1000, first, later: median(later) };
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}
