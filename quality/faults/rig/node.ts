import { existsSync } from 'node:fs';
import path from 'node:path';
import type { DatabaseAddresses } from '#server/platform/database/db.ts';
import { freePort } from '#tests/support/process.ts';
import manifest from '../../../package.json' with { type: 'json' };
import { isReady } from './front.ts';
import { type Program, startProgram } from './program.ts';
import { startTcpProxy, type TcpProxy } from './tcp-proxy.ts';

/** One node of the portal in a separate process, in production mode. */
export type Node = {
  port: number;
  origin: string;
  /** The connection to PostgreSQL, which can be observed and broken. */
  database: TcpProxy;
  /** The connection to the payment provider. */
  payments: TcpProxy;
  program(): Program;
  /** Starts or restarts the node, from another folder if given. @returns milliseconds until it could serve */
  start(folder?: string | null): Promise<number>;
  /** Ends its process and the connections. */
  close(): Promise<void>;
};

type Options = {
  /** The nodes' database, which the node reaches through a proxy; null for a node that runs its own. */
  addresses: DatabaseAddresses | null;
  paymentsPort: number;
  variables: Record<string, string>;
  nodeOptions?: string[];
  mostFileBytes?: number | undefined;
};

/** Path of the portal's program in this version and in the last release. */
export const programs = ['server/app/main.ts', 'server/main.ts'] as const;

function programIn(folder: string | null): string {
  const [present, earlier] = programs;
  return folder === null || existsSync(path.join(folder, present)) ? present : earlier;
}

/** The Node options of `npm start`. */
const usualOptions = manifest.scripts.start.split(' ').filter((part) => part.startsWith('--'));

/**
 * Flushes the compile cache five seconds after a start, because a node that is only ever killed would never write it.
 */
const keepCompiled =
  "--import=data:text/javascript,import{flushCompileCache}from'node:module';setTimeout(flushCompileCache,5000).unref()";

/** Prepares a node on a free port; `start` runs it. */
export async function prepareNode({
  addresses,
  paymentsPort,
  variables,
  nodeOptions = [],
  mostFileBytes,
}: Options): Promise<Node> {
  const port = await freePort();
  // Several hosts have their own proxies (replicated-postgres.ts); a single pooler has none.
  const hasOneHost = addresses !== null && !addresses.direct && !addresses.service.includes(',');
  const databasePort = hasOneHost ? Number(new URL(addresses.service).port) : 0;
  const database = await startTcpProxy(() => databasePort);
  const byTheWay = (address: string) =>
    hasOneHost ? Object.assign(new URL(address), { port: String(database.port) }).href : address;
  const payments = await startTcpProxy(() => paymentsPort);
  let program: Program | null = null;
  const running = () => {
    if (!program) throw new Error('The node was not started');
    return program;
  };
  return {
    port,
    origin: `http://127.0.0.1:${port}`,
    database,
    payments,
    program: running,
    start: async (folder = null) => {
      const startedAt = performance.now();
      program = await startProgram({
        file: programIn(folder),
        folder,
        nodeOptions: [...usualOptions, keepCompiled, ...nodeOptions],
        variables: {
          ...(addresses && {
            DATABASE_URL: byTheWay(addresses.service),
            MIGRATION_DATABASE_URL: byTheWay(addresses.owner),
            ...(addresses.direct && { DATABASE_DIRECT_URL: addresses.direct }),
          }),
          STRIPE_API_BASE: `http://127.0.0.1:${payments.port}`,
          ...variables,
          PORT: String(port),
        },
        ...(mostFileBytes !== undefined && { mostFileBytes }),
        isReady: () => isReady(port),
      });
      return performance.now() - startedAt;
    },
    close: async () => {
      // A node that runs PostgreSQL is stopped, so that it ends PostgreSQL too.
      await (addresses === null ? program?.stop() : program?.kill());
      await database.close();
      await payments.close();
    },
  };
}
