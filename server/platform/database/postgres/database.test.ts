import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { query } from '#tests/support/query.ts';
import { startPostgres } from '../postgres.ts';
import { isReadOnly, setReadOnly } from './database.ts';

it('a server that may not be written to, having no room, does not vacuum either, and does again afterwards', {
  tags: 'long',
}, async () => {
  const room = await mkdtemp(path.join(tmpdir(), 'postgres-test-'));
  const server = await startPostgres({ dataDir: path.join(room, 'data'), log: () => {} });
  const { port, password } = new URL(server.owner);
  const settings = async () => {
    const [row] = await query(
      server.owner,
      `select current_setting('autovacuum') as vacuums, current_setting('default_transaction_read_only') as closed`,
    );
    return row;
  };
  try {
    expect(await settings()).toEqual({ vacuums: 'on', closed: 'off' });
    await setReadOnly({ password }, Number(port), true);
    await expect.poll(settings).toEqual({ vacuums: 'off', closed: 'on' });
    expect(await isReadOnly({ password }, Number(port))).toBe(true);
    await setReadOnly({ password }, Number(port), false);
    await expect.poll(settings).toEqual({ vacuums: 'on', closed: 'off' });
  } finally {
    await server.stop();
    await rm(room, { recursive: true });
  }
});
