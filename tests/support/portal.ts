import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { Logger, runOnce, type TaskList } from 'graphile-worker';
import pino from 'pino';
import { createApp, type Dependencies } from '#server/app/app.ts';
import { findings } from '#server/app/checks.ts';
import { type Env, readEnv } from '#server/app/env.ts';
import { laneOf, portalTasks } from '#server/app/tasks.ts';
import { createDiskBlobs } from '#server/platform/files/disk.ts';
import { diskRemovals } from '#server/platform/files/removals.ts';
import type { Mail } from '#server/platform/mail/mail.ts';
import { openOutbound } from '#server/platform/outbound.ts';
import { createSealer } from '#server/platform/security/sealing.ts';
import { Client } from './client.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';

export type TestPortal = {
  app: FastifyInstance;
  database: TestDatabase;
  /** Where uploads lie. */
  blobFolder: string;
  env: Env;
  /** What the app was built from, for a second one. */
  dependencies: Dependencies;
  /** What the mail server was given, oldest first. */
  sentMails: Mail[];
  /** Lines of the log at warning and above. */
  logged: string[];
  /** A browser without a session. */
  visitor(): Client;
  /** The browser of a newly registered member. */
  member(fields?: Partial<typeof newMember>): Promise<Client & { userId: number }>;
  /** The browser of a signed-in administrator. */
  administrator(): Promise<Client & { userId: number }>;
  /** Runs every waiting job to its end. */
  runJobs(): Promise<void>;
  close(): Promise<void>;
};

const newMember = { firstName: 'Mira', lastName: 'Tollander', password: 'portal-demo', organization: 'Harbour Trust' };

/** What a production portal needs beside its database. */
export const production = {
  DEMO: '0',
  PUBLIC_URL: 'http://portal.localhost',
  SMTP_URL: 'smtp://127.0.0.1:9',
  MAIL_FROM: 'portal@example.org',
  INSTALLATION_SECRET: 'the secret of a portal under test',
  // So that tests reach the limits of a network soon.
  NETWORK_LIMIT_FACTOR: '1',
};

let members = 0;

/** The real app over a fresh database; only outside services are replaced. */
export async function createTestPortal(
  variables: Record<string, string> = {},
  replaced: Partial<Dependencies> = {},
): Promise<TestPortal> {
  const database = await createTestDatabase();
  const mode = variables.DEMO === '0' ? production : { DEMO: '1', PUBLIC_URL: 'http://portal.test' };
  const env = readEnv({ ...mode, LOG_LEVEL: 'warn', ...variables });
  const logged: string[] = [];
  const logger = pino({ level: 'warn' }, { write: (line: string) => void logged.push(line) });
  const sentMails: Mail[] = [];
  const blobFolder = await mkdtemp(path.join(tmpdir(), 'portal-files-'));
  const dependencies: Dependencies = {
    env,
    database,
    logger,
    version: { version: '1.2.3', commit: 'abc123def456' },
    blobs: createDiskBlobs(blobFolder),
    removals: diskRemovals(path.join(blobFolder, 'removals')),
    payments: null,
    stripe: null,
    identityProvider: null,
    lookUpTxt: async () => [],
    laneOf,
    checkServices: () => Promise.all(findings(env)),
    sealer: createSealer('the secret of a portal under test'),
    outbound: openOutbound(env),
    standIns: [],
    webFolder: '/nonexistent',
    ...replaced,
  };
  const app = await createApp(dependencies);
  await app.ready();
  const mailSender = { send: async (mail: Mail) => void sentMails.push(mail), close: () => {} };
  const visitor = () => new Client(app);

  const member = async (fields: Partial<typeof newMember> = {}) => {
    const client = visitor();
    members += 1;
    const email = `member-${members}-${process.pid}@example.org`;
    const reply = await client.post('/api/register', { ...newMember, ...fields, email });
    if (reply.status !== 201) throw new Error(`The registration failed: ${JSON.stringify(reply.body)}`);
    return Object.assign(client, { userId: reply.body.id as number });
  };

  return {
    app,
    database,
    blobFolder,
    env,
    dependencies,
    sentMails,
    logged,
    visitor,
    member,
    administrator: async () => {
      const client = await member({ firstName: 'Tavia', lastName: 'Brindlecombe' });
      await database.pool.query(`update users set role = 'administrator' where id = $1`, [client.userId]);
      return client;
    },
    runJobs: () => runAll(database, portalTasks({ ...dependencies, mailSender })),
    close: async () => {
      await app.close();
      await dependencies.outbound.close();
      await database.drop();
      await rm(blobFolder, { recursive: true, force: true });
    },
  };
}

async function runAll(database: TestDatabase, tasks: ReturnType<typeof portalTasks>): Promise<void> {
  const taskList: TaskList = Object.fromEntries(
    Object.entries(tasks).map(([name, task]) => [
      name,
      (payload, { job }) => task(payload as never, { attempt: job.attempts, isLast: job.attempts >= job.max_attempts }),
    ]),
  );
  await runOnce({ pgPool: database.pool, taskList, noHandleSignals: true, logger: new Logger(() => () => {}) });
}
