import { existsSync } from 'node:fs';
import path from 'node:path';
import { rejectDemoData, rejectProductionData } from '#demo/fill.ts';
import { type Database, openDatabase } from '../platform/database/db.ts';
import { findRunningPostgres } from '../platform/database/postgres.ts';
import { inspectTables } from '../platform/database/prepare.ts';
import { checkPort } from '../platform/start-checks.ts';
import { type CheckResult, type Finding, runCheck } from './checks.ts';
import type { Env } from './env.ts';
import { openSealer, rejectDemoOfImage } from './start-refusals.ts';

/** Makes the checks that only a start needs, besides the services of `findings`; a running node has passed them. */
export function startFindings(env: Env): Promise<Finding>[] {
  return [runCheck('Port', () => checkOwnPort(env)), runCheck('Installation', () => checkInstallation(env))];
}

async function checkOwnPort({ port, host }: Env): Promise<CheckResult> {
  try {
    await checkPort(port, host);
    return `${host}:${port} is free`;
  } catch (error) {
    if (await isPortal(host, port)) return `a portal serves at ${host}:${port}`;
    throw error;
  }
}

/** Whether a portal responds at the port, because the check may run beside it. */
async function isPortal(host: string, port: number): Promise<boolean> {
  const name = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  const origin = `http://${name.includes(':') ? `[${name}]` : name}:${port}`;
  const answer = await fetch(`${origin}/healthz`, { signal: AbortSignal.timeout(2_000) }).catch(() => null);
  return answer?.ok === true && answer.headers.has('x-request-id');
}

async function checkInstallation(env: Env): Promise<CheckResult> {
  rejectDemoOfImage(env);
  const { databaseUrl, databaseDirectUrl, dataDir, demo } = env;
  const address = databaseUrl ?? (await findRunningPostgres(dataDir))?.service;
  if (!address) return 'nothing in the database to compare with before the first start';
  // The check of the database reports that it does not respond.
  const tables = await inspectTables(address).catch(() => null);
  if (!tables || tables.missing.length > 0) return 'not compared: the tables of this version are not there';
  const database = openDatabase(address, { log: () => {}, direct: databaseDirectUrl ?? address, max: 1 });
  try {
    await (demo ? rejectProductionData({ database }) : rejectDemoData({ database, databaseUrl, dataDir }));
    await compareSecret(env, database);
    return `${demo ? 'a demo' : 'no demo'}, with its own secret`;
  } finally {
    await database.close();
  }
}

class TakenBack extends Error {}

/** Compares the secret as a start does, and rolls back the record that a start would write. */
async function compareSecret(env: Env, database: Database): Promise<void> {
  const isKnown = env.installationSecret !== null || existsSync(path.join(env.dataDir, 'installation-secret'));
  // A start would create the secret.
  if (!isKnown) return;
  await database
    .transaction(async (db) => {
      await openSealer(env, env.dataDir, { db });
      throw new TakenBack();
    })
    .catch((error: unknown) => {
      if (!(error instanceof TakenBack)) throw error;
    });
}
