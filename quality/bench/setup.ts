import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import type { Vocabulary } from './catalogue.ts';
import { startBenchPostgres } from './database.ts';
import { insertLimitFixtures, insertPortalFixtures, insertSignedInMembers, secretOf } from './fixtures.ts';
import { type Server, type Stops, startPortal, startServer } from './processes.ts';

/** The measured servers, each in a separate process. */
export type Bench = {
  portal: Server;
  limits: Server;
  /** PostgreSQL's main process. */
  databaseProcessId: number;
  /** The portal's database, and its folder. */
  portalUrl: string;
  dataDir: string;
  postgresVersion: string;
  /** The hash of every member's password. */
  passwordHash: string;
  /** Changes the catalogue's version, so that the portal drops its cached answers. */
  clearCachedAnswers: () => void;
};

/** The token by which a measurement reads the portal's own figures. */
export const metricsToken = 'the token of the measured portal';

type Size = { resources: number; members: number; words: Vocabulary };

/**
 * Fills the databases and starts the portal and the limits over them.
 * @param stops receives the functions that undo each step
 */
export async function startBench({ resources, members, words }: Size, stops: Stops): Promise<Bench> {
  const postgres = await startBenchPostgres();
  stops.push(() => postgres.stop());
  const portalUrl = await postgres.createDatabase('bench_portal');
  const limitsUrl = await postgres.createDatabase('bench_limits');
  await insertPortalFixtures(portalUrl, resources, words);
  const passwordHash = await insertSignedInMembers(portalUrl, { members, resources });
  await insertLimitFixtures(limitsUrl, resources, words);

  const dataDir = await mkdtemp(path.join(tmpdir(), 'portal-bench-files-'));
  stops.push(() => rm(dataDir, { recursive: true, force: true }));
  // Variables of `npm start` in production; no mail is sent here.
  const production = {
    DEMO: '0',
    PUBLIC_URL: 'http://localhost',
    INSTALLATION_SECRET: 'the secret of the measured portal',
    SMTP_URL: 'smtp://127.0.0.1:9',
    MAIL_FROM: 'portal@example.org',
    LOG_LEVEL: 'error',
    CATALOGUE_PUBLIC: '1',
    ASSESSMENT_PUBLIC: '1',
    METRICS_TOKEN: metricsToken,
    DATA_DIR: dataDir,
  };
  const portal = await startPortal({
    ...production,
    DATABASE_URL: postgres.serviceOf(portalUrl),
    MIGRATION_DATABASE_URL: portalUrl,
  });
  stops.push(() => portal.stop());
  const limits = await startServer(['quality/bench/limit-server.ts'], { DATABASE_URL: limitsUrl });
  stops.push(() => limits.stop());
  const clearCachedAnswers = await openCacheClearer(portalUrl, stops);
  await giveReadyBytes({ portal, limits });
  return {
    portal,
    limits,
    databaseProcessId: postgres.processId,
    portalUrl,
    dataDir,
    postgresVersion: postgres.version,
    passwordHash,
    clearCachedAnswers,
  };
}

/** Returns a function that raises the catalogue's version, as every write to the catalogue does at its end. */
async function openCacheClearer(portalUrl: string, stops: Stops): Promise<() => void> {
  const client = new pg.Client({ connectionString: portalUrl });
  await client.connect();
  stops.push(() => client.end());
  await client.query('set synchronous_commit = off');
  let last: Promise<unknown> = Promise.resolve();
  return () => {
    last = last.then(() =>
      client.query({
        name: 'forget',
        text: `with bumped as (update catalogue_version set version = version + 1 returning version)
          select pg_notify('catalogue_version', version::text) from bumped`,
      }),
    );
  };
}

/** Passes the bytes of the portal's list to the limit server. */
async function giveReadyBytes({ portal, limits }: Pick<Bench, 'portal' | 'limits'>): Promise<void> {
  const headers = { cookie: `session=${secretOf(1)}`, 'accept-encoding': 'identity' };
  const reply = await fetch(`http://127.0.0.1:${portal.port}/api/resources?pageSize=12`, { headers });
  if (!reply.ok) throw new Error(await reply.text());
  await fetch(`http://127.0.0.1:${limits.port}/ready-bytes`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: await reply.text(),
  });
}
