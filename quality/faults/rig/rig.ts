import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Database, type DatabaseAddresses, openDatabase } from '#server/platform/database/db.ts';
import { findRunningPostgres } from '#server/platform/database/postgres.ts';
import { type Disk, mountDisk } from './disk.ts';
import type { Environment } from './environment.ts';
import { type Front, startFront } from './front.ts';
import { type MailServer, startMailServer } from './mail.ts';
import { type Node, prepareNode } from './node.ts';
import { type Payments, startPayments } from './payments.ts';
import { addPeople, type Person } from './people.ts';
import { startTcpProxy, type TcpProxy } from './tcp-proxy.ts';

/** Two nodes in production mode, and everything outside them, on one machine. */
export type Rig = {
  /** The database itself, as its owner and past every proxy. */
  database: Database;
  addresses: DatabaseAddresses;
  payments: Payments;
  mail: MailServer;
  /** The nodes' way to the mail server. */
  mailProxy: TcpProxy;
  nodes: Node[];
  front: Front;
  dataDir: string;
  /** The small disk that holds `dataDir`, when one was asked for. */
  disk: Disk | null;
  /** Members, or administrators, who come through the front. */
  people(count: number, role?: 'user' | 'administrator'): Promise<Person[]>;
  /** Another node over the same database, in no rotation yet. */
  addNode(variables?: Record<string, string>, nodeOptions?: string[]): Promise<Node>;
  close(): Promise<void>;
};

type Options = {
  nodes?: number;
  variables?: Record<string, string>;
  /** Where webhooks go instead of to the front. */
  webhookUrl?: string;
  /** Whose PostgreSQL it is: the place's, or that of the first node, which starts it again when it dies. */
  databaseOf?: 'place' | 'node';
  /** Gives the data folder a disk of its own of this size. */
  diskBytes?: number;
  /** No file that a node writes may grow beyond this. */
  mostFileBytes?: number;
  /** The folder of the portal that its nodes start from at first; absent: this checkout. */
  folder?: string;
};

/** Builds a rig and starts its nodes. */
async function openRig(environment: Environment, options: Options = {}): Promise<Rig> {
  const {
    nodes: count = 2,
    variables = {},
    webhookUrl,
    databaseOf = 'place',
    diskBytes,
    mostFileBytes,
    folder,
  } = options;
  const undo: (() => Promise<unknown>)[] = [];
  const close = async () => {
    for (const step of undo.splice(0).toReversed()) await step();
  };
  try {
    const dataDir = await mkdtemp(path.join(tmpdir(), 'portal-faults-'));
    undo.push(() => rm(dataDir, { recursive: true, force: true }));
    const disk = diskBytes === undefined ? null : await mountDisk(dataDir, diskBytes);
    if (disk) undo.push(() => disk.close());
    const front = await startFront();
    undo.push(() => front.close());
    const mail = await startMailServer();
    const mailProxy = await startTcpProxy(() => mail.port);
    undo.push(() => Promise.all([mailProxy.close(), mail.close()]));
    const payments = await startPayments(webhookUrl ?? `${front.origin}/api/webhooks/stripe`);
    undo.push(() => payments.stop());
    const common = {
      DEMO: '0',
      INSTALLATION_SECRET: 'the secret of every node of a rig',
      MAIL_FROM: 'portal@example.org',
      LOG_LEVEL: 'warn',
      DATA_DIR: dataDir,
      PUBLIC_URL: front.origin,
      HOST: '127.0.0.1',
      TRUST_PROXY: '127.0.0.1',
      SMTP_URL: `smtp://127.0.0.1:${mailProxy.port}`,
      STRIPE_SECRET_KEY: payments.secretKey,
      STRIPE_PUBLISHABLE_KEY: payments.publishableKey,
      STRIPE_WEBHOOK_SECRET: payments.webhookSecret,
      ...variables,
    };
    const nodes: Node[] = [];
    const prepare = async (addresses: DatabaseAddresses | null, more = {}, nodeOptions: string[] = []) => {
      const all = { ...common, ...more };
      const node = await prepareNode({
        addresses,
        paymentsPort: payments.proxy.port,
        variables: all,
        nodeOptions,
        mostFileBytes,
      });
      undo.push(() => node.close());
      nodes.push(node);
      return node;
    };
    const own = databaseOf === 'place' ? await environment.createDatabase() : null;
    if (own) undo.push(() => own.drop());
    else await (await prepare(null)).start();
    const addresses = own?.addresses ?? (await findRunningPostgres(dataDir));
    if (!addresses) throw new Error('The first node runs the database');
    const database = openDatabase(addresses.owner, { log: () => {}, max: 4, statementTimeoutMs: 120_000 });
    undo.push(() => database.close());
    while (nodes.length < count) await prepare(addresses);
    await Promise.all(nodes.slice(own ? 0 : 1).map((node) => node.start(folder)));
    front.setNodes(nodes.map(({ port }) => port));
    return {
      database,
      addresses,
      payments,
      mail,
      mailProxy,
      nodes,
      front,
      dataDir,
      disk,
      people: (howMany, role) => addPeople(database, { origin: front.origin, count: howMany, ...(role && { role }) }),
      addNode: (more, nodeOptions) => prepare(addresses, more, nodeOptions),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Lends a rig that is taken down afterwards. */
export async function withRig<Result>(
  environment: Environment,
  options: Options,
  work: (rig: Rig) => Promise<Result>,
): Promise<Result> {
  const rig = await openRig(environment, options);
  try {
    return await work(rig);
  } catch (error) {
    const said = rig.nodes.map((node, index) => `Node ${index}: ${node.program().output().slice(-2_000)}`);
    throw new Error(`${error instanceof Error ? error.message : String(error)}\n${said.join('\n')}`, { cause: error });
  } finally {
    await rig.close();
  }
}
