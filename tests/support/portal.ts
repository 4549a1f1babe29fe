import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { Logger, runOnce, type TaskList } from 'graphile-worker';
import pino from 'pino';
import type { ErrorCode } from '#contract/errors.ts';
import { createApp, type Dependencies } from '#server/app/app.ts';
import { findings } from '#server/app/checks.ts';
import { endpointFiles } from '#server/app/endpoints.ts';
import { type Env, readEnv } from '#server/app/env.ts';
import { laneOf, portalTasks } from '#server/app/tasks.ts';
import { createDiskBlobs } from '#server/platform/files/disk.ts';
import { diskRemovals } from '#server/platform/files/removals.ts';
import { errorCodesOf, isEndpoint } from '#server/platform/http/openapi.ts';
import type { Mail } from '#server/platform/mail/mail.ts';
import { openOutbound } from '#server/platform/outbound.ts';
import { createSealer } from '#server/platform/security/sealing.ts';
import { Client } from './client.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';
import { needlessCapitals, rejectedWords } from './words.ts';

export type TestPortal = {
  app: FastifyInstance;
  database: TestDatabase;
  blobFolder: string;
  env: Env;
  /** Parts that the app was built from, to build a second one. */
  dependencies: Dependencies;
  /** Mails that the mail server received, oldest first. */
  sentMails: Mail[];
  /** Lines of the log at warning and above. */
  logged: string[];
  /** Opens a browser without a session. */
  visitor(): Client;
  /** Opens the browser of a newly registered member. */
  member(fields?: Partial<typeof newMember>): Promise<Client & { userId: number }>;
  /** Opens the browser of a signed-in administrator. */
  administrator(): Promise<Client & { userId: number }>;
  runJobs(): Promise<void>;
  close(): Promise<void>;
};

const newMember = { firstName: 'Mira', lastName: 'Tollander', password: 'portal-demo', organization: 'Harbour Trust' };

/** Variables that a production portal needs beside its database. */
export const production = {
  DEMO: '0',
  PUBLIC_URL: 'http://portal.localhost',
  SMTP_URL: 'smtp://127.0.0.1:9',
  MAIL_FROM: 'portal@example.org',
  INSTALLATION_SECRET: 'the secret of a portal under test',
  // A low factor lets tests reach the limits of a network with few calls.
  NETWORK_LIMIT_FACTOR: '1',
};

let members = 0;

/** Creates the real app over a fresh database; only outside services are replaced. */
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
  const unlistedCodes = collectUnlistedCodes(app);
  await app.ready();
  const mailedLines = new Set<string>();
  const send = async (mail: Mail) => {
    sentMails.push(mail);
    for (const line of [mail.subject, ...mail.text.split('\n')]) mailedLines.add(line);
  };
  const mailSender = { send, close: () => {} };
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
      const faults = [...(await wrongWords(database, mailedLines)), ...unlistedCodes];
      await app.close();
      await dependencies.outbound.close();
      await database.drop();
      await rm(blobFolder, { recursive: true, force: true });
      if (faults.length > 0) throw new Error(faults.join('\n'));
    },
  };
}

const endpoints = new Map(
  Object.values(endpointFiles)
    .flatMap((file) => Object.values<unknown>(file).filter(isEndpoint))
    .map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint]),
);

/** Collects the error codes of replies that the contract does not list for the call, each once. */
function collectUnlistedCodes(app: FastifyInstance): ReadonlySet<string> {
  const faults = new Set<string>();
  app.addHook('onSend', async ({ method, routeOptions }, reply, payload) => {
    const endpoint = endpoints.get(`${method} ${routeOptions.url}`);
    if (reply.statusCode < 400 || !endpoint || typeof payload !== 'string' || !payload.startsWith('{')) return;
    // Safe because every code of the contract is a string, and `includes` finds no other value.
    const { code } = JSON.parse(payload) as { code?: ErrorCode };
    if (code && !errorCodesOf(endpoint).includes(code))
      faults.add(`${method} ${endpoint.path} answers ${code}, which its endpoint in the contract does not list.`);
  });
  return faults;
}

/** Returns the errors in mails against docs/language.md, ignoring titles and names from the database. */
async function wrongWords(database: TestDatabase, lines: ReadonlySet<string>): Promise<string[]> {
  const faultsOf = (line: string) => [...rejectedWords(line), ...needlessCapitals(line)];
  const wrong = [...lines].filter((line) => faultsOf(line).length > 0);
  if (wrong.length === 0) return [];
  const { rows } = await database.pool.query<{ name: string }>(
    `select title as name from resources union select name from organisations union select first_name from users
     where first_name <> ''`,
  );
  const names = rows.map(({ name }) => name).sort((one, other) => other.length - one.length);
  return wrong
    .map((line) => names.reduce((rest, name) => rest.replaceAll(name, '·'), line))
    .flatMap((line) => faultsOf(line).map((fault) => `A mail ${fault}`));
}

async function runAll(database: TestDatabase, tasks: ReturnType<typeof portalTasks>): Promise<void> {
  const taskList: TaskList = Object.fromEntries(
    Object.entries(tasks).map(([name, task]) => [
      name,
      (payload, { job }) => task(payload as never, { attempt: job.attempts, isLast: job.attempts >= job.max_attempts }),
    ]),
  );
  // Without batches, the end of a job is not awaited, and its queue could still be locked in the next run.
  const preset = { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } };
  const logger = new Logger(() => () => {});
  await runOnce({ pgPool: database.pool, taskList, noHandleSignals: true, logger, preset });
}
