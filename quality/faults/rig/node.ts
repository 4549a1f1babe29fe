import { existsSync } from 'node:fs';
import path from 'node:path';
import type { DatabaseAddresses } from '#server/platform/database/db.ts';
import { freePort } from '#tests/support/process.ts';
import manifest from '../../../package.json' with { type: 'json' };
import { isReady } from './front.ts';
import { type Program, startProgram } from './program.ts';
import { startTcpProxy, type TcpProxy } from './tcp-proxy.ts';

/** One node of the portal in a process of its own, production mode. */
export type Node = {
  port: number;
  origin: string;
  /** The way to PostgreSQL, which can be listened to and broken. */
  database: TcpProxy;
  /** The way to the payment provider. */
  payments: TcpProxy;
  program(): Program;
  /** Starts it, or starts it again, from a folder of its own if given. @returns after how many ms it could serve */
  start(folder?: string | null): Promise<number>;
  /** Ends its process and the ways. */
  close(): Promise<void>;
};

type Options = {
  /** Where the nodes' database is, which the node reaches by a way of its own; null for a node that runs its own. */
  addresses: DatabaseAddresses | null;
  paymentsPort: number;
  variables: Record<string, string>;
  nodeOptions?: string[];
  mostFileBytes?: number | undefined;
};

/** Where this version and the last release have the portal's program. */
export const programs = ['server/app/main.ts', 'server/main.ts'] as const;

function programIn(folder: string | null): string {
  const [present, earlier] = programs;
  return folder === null || existsSync(path.join(folder, present)) ? present : earlier;
}

/** The settings of Node that `npm start` has. */
const usualOptions = manifest.scripts.start.split(' ').filter((part) => part.startsWith('--'));

/** `npm start` keeps what was compiled soon after a start; a node that is only ever killed would never keep it. */
const keepCompiled =
  "--import=data:text/javascript,import{flushCompileCache}from'node:module';setTimeout(flushCompileCache,5000).unref()";

/** Prepares a node on a free port; nothing runs before `start`. */
export async function prepareNode({
  addresses,
  paymentsPort,
  variables,
  nodeOptions = [],
  mostFileBytes,
}: Options): Promise<Node> {
  const port = await freePort();
  // Several hosts, and those behind a pooler, have ways of their own (replicated-postgres.ts).
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
      // One that runs PostgreSQL takes it along when it is asked to end.
      await (addresses === null ? program?.stop() : program?.kill());
      await database.close();
      await payments.close();
    },
  };
}
