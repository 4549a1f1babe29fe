import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTcpProxy } from '#quality/faults/rig/tcp-proxy.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { type Database, openDatabase } from './db.ts';
import { type Listening, listen } from './listen.ts';

let here: TestDatabase;
let there: Database;
beforeAll(async () => {
  here = await createTestDatabase();
  there = openDatabase(here.addresses.service, { log: () => {}, max: 2 });
});
afterAll(async () => {
  await there.close();
  await here.drop();
});

type Heard = { listening: Listening; heard: string[]; happened(what: string): Promise<void> };

/** Listens and records the events; `happened` waits for one of them. */
function listenOn(database: Database, channel: string, proofEveryMs?: number): Heard {
  const heard: string[] = [];
  const waiting = new Map<string, () => void>();
  const note = (what: string) => {
    heard.push(what);
    waiting.get(what)?.();
  };
  const listening = listen(database, {
    channel,
    onNotice: note,
    onConnected: async () => note('connected'),
    onLost: () => note('lost'),
    log: (message) => note(message),
    ...(proofEveryMs && { proofEveryMs }),
  });
  const happened = (what: string) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    waiting.set(what, resolve);
    return promise;
  };
  return { listening, heard, happened };
}

describe('a channel', () => {
  it('a channel is heard by other processes once, after the commit', async () => {
    const { listening, heard, happened } = listenOn(there, 'after commit');
    await listening.ready;
    const last = happened('last');
    await here.transaction(async (db) => db.notify('after commit', 'one'));
    await here.transaction(async (db) => db.notify('another', 'elsewhere'));
    await here.db.notify('after commit', 'last');
    await last;
    await listening.stop();
    expect(heard).toEqual(['connected', 'one', 'last', 'lost']);
  });

  it('a channel is heard in the same process by the time the transaction returns, and never when it was rolled back', async () => {
    const { listening, heard } = listenOn(here, 'same');
    await listening.ready;
    const rejected = here.transaction(async (db) => {
      await db.notify('same', 'rolled back');
      throw new Error('no');
    });
    await expect(rejected).rejects.toThrow('no');
    await here.transaction(async (db) => {
      await db.notify('same', 'committed');
      expect(heard).toEqual(['connected']);
    });
    expect(heard).toContain('committed');
    await listening.stop();
    expect(heard).not.toContain('rolled back');
  });

  it('a channel is heard again after the connection broke, which is said once', { tags: 'long' }, async () => {
    const { listening, heard, happened } = listenOn(there, 'broken');
    await listening.ready;
    const back = happened('connected');
    await here.pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where query like 'listen "broken";%'
       and datname = current_database()`,
    );
    await back;
    const later = happened('later');
    await here.db.notify('broken', 'later');
    await later;
    await listening.stop();
    expect(heard).toEqual([
      'connected',
      'lost',
      expect.stringContaining('broken is not heard'),
      'connected',
      'later',
      'lost',
    ]);
  });

  it('OUT-02 a channel is given up when a connection answers and hears nothing, and said so once, until it hears again', {
    tags: 'long',
  }, async () => {
    const proxy = await startTcpProxy(() => Number(new URL(here.addresses.service).port));
    const address = Object.assign(new URL(here.addresses.service), { port: String(proxy.port) }).href;
    const deaf = openDatabase(here.addresses.service, { log: () => {}, direct: address, max: 2 });
    const { listening, heard, happened } = listenOn(deaf, 'deaf', 10);
    await listening.ready;
    const first = happened('one');
    await here.db.notify('deaf', 'one');
    await first;
    // Drops PostgreSQL's notifications, which begin with an A; every other message passes.
    const lost = happened('lost');
    proxy.setTap((bytes, direction) => direction === 'asking' || bytes[0] !== 'A'.charCodeAt(0));
    await lost;
    const back = happened('connected');
    proxy.setTap(null);
    await back;
    const last = happened('last');
    await here.db.notify('deaf', 'last');
    await last;
    await listening.stop();
    await deaf.close();
    await proxy.close();
    expect(heard.filter((what) => what !== 'lost')).toEqual([
      'connected',
      'one',
      'The channel deaf is not heard: its own notifications do not come back',
      'connected',
      'last',
    ]);
  });

  it('does not delay the start when PostgreSQL does not answer', async () => {
    const nowhere = openDatabase('postgres://no-role@127.0.0.1:1/none', { log: () => {} });
    const { listening, heard } = listenOn(nowhere, 'none');
    await listening.ready;
    await listening.stop();
    expect(heard).toEqual(['lost', expect.stringContaining('none is not heard')]);
    await nowhere.close();
  });
});
