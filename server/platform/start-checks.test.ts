import { chown, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { rejectRootInForeign } from './start-checks.ts';

const isRoot = process.getuid?.() === 0;

it.skipIf(!isRoot)(
  'LIVE-03 refuses root a data folder of another user, and takes its own and one that is not there',
  async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'portal-root-'));
    await rejectRootInForeign(folder);
    await rejectRootInForeign(path.join(folder, 'absent'));
    await chown(folder, 10001, 10001);
    await expect(rejectRootInForeign(folder)).rejects.toThrow(/belongs to the user 10001.*sudo -u '#10001'/);
    await rm(folder, { recursive: true });
  },
);
