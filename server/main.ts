import path from 'node:path';
import pino from 'pino';
import { startMailbox } from '#sandbox/mailbox/server.ts';
import { createToolSite } from '#sandbox/tool-site/server.ts';
import { createApp } from './app.ts';
import { type Env, readEnv } from './env.ts';
import { createDiskBlobs } from './platform/blobs.ts';
import { checkDatabase, checkDataDir, checkPort } from './platform/checks.ts';
import { now } from './platform/clock.ts';
import { type Database, openDatabase } from './platform/db.ts';
import { startJobs } from './platform/jobs.ts';
import { smtpPostman } from './platform/mail.ts';
import { migrate } from './platform/migrate.ts';
import { startPostgres } from './platform/postgres.ts';
import { StartError } from './platform/start-error.ts';
import { startBlock } from './start-block.ts';
import { portalCrontab, portalTasks } from './tasks.ts';

/** What was started, last first: stopping undoes the start. */
const stops: (() => Promise<unknown>)[] = [];

async function start(): Promise<void> {
  const env = readEnv();
  const logger = pino({ level: env.logLevel, redact: ['req.headers.cookie', 'req.headers.authorization'] });
  const warn = (message: string) => logger.warn(message);
  const dataDir = path.resolve(env.dataDir);
  await checkDataDir(dataDir);
  await checkPort(env.port, env.host);

  const database = await startDatabase(env, dataDir, warn);
  const mailbox = env.smtp ? null : await startMailbox({ dataDir, productName: env.productName });
  if (mailbox) stops.push(() => mailbox.close());
  const postman = smtpPostman(env.smtp?.url ?? mailbox?.smtpUrl ?? '', env.mailFrom);
  stops.push(async () => postman.close());

  const blobs = await createDiskBlobs(path.join(dataDir, 'files'));
  await blobs.sweep(now().getTime());

  if (env.role !== 'worker') {
    const app = await createApp({
      env,
      database,
      logger,
      blobs,
      payments: null,
      standIns: [...(mailbox ? [mailbox] : []), ...(env.demo ? [createToolSite()] : [])],
      webFolder: path.resolve(import.meta.dirname, '../dist/web'),
    });
    stops.push(() => app.close());
    await app.listen({ port: env.port, host: env.host });
  }
  if (env.role !== 'web') {
    const tasks = portalTasks({ env, database, postman });
    const jobs = await startJobs(database, { tasks, crontab: portalCrontab, log: logJobs(logger) });
    stops.push(() => jobs.stop());
  }
  process.stdout.write(startBlock(env));
}

async function startDatabase(env: Env, dataDir: string, log: (message: string) => void): Promise<Database> {
  let connectionString = env.databaseUrl;
  if (connectionString === null) {
    const postgres = await startPostgres({ dataDir, log });
    stops.push(() => postgres.stop());
    connectionString = postgres.connectionString;
  } else {
    await checkDatabase(connectionString);
  }
  await migrate(connectionString, { log });
  const database = openDatabase(connectionString, { log });
  stops.push(() => database.close());
  return database;
}

function logJobs(logger: pino.Logger) {
  return (level: string, message: string) => {
    if (level === 'error') logger.error(message);
    else if (level === 'warning') logger.warn(message);
    else logger.debug(message);
  };
}

let stopping = false;

/** Ends everything that was started, in reverse; a second signal ends at once. */
async function stop(exitCode: number): Promise<void> {
  if (stopping) process.exit(1);
  stopping = true;
  for (const undo of stops.toReversed()) {
    await undo().catch((error: unknown) => process.stderr.write(`While stopping: ${String(error)}\n`));
  }
  process.exit(exitCode);
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void stop(0));

start().catch((error: unknown) => {
  const isExpected = error instanceof StartError;
  process.stderr.write(
    isExpected ? `${error.message}\n` : `The portal could not start.\n${String((error as Error)?.stack ?? error)}\n`,
  );
  return stop(1);
});
