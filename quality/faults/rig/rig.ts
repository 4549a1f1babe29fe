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

/** Nodes in production mode, two by default, and all outside services, on one machine. */
export type Rig = {
  /** The database as its owner, without the nodes' proxies. */
  database: Database;
  addresses: DatabaseAddresses;
  payments: Payments;
  mail: MailServer;
  /** Proxy of the nodes to the mail server. */
  mailProxy: TcpProxy;
  nodes: Node[];
  front: Front;
  dataDir: string;
  /** The small disk with `dataDir`, when the options have one. */
  disk: Disk | null;
  /** Adds members, or administrators, whose calls go through the front proxy. */
  people(count: number, role?: 'user' | 'administrator'): Promise<Person[]>;
  /** Adds a node over the same database, which the front proxy does not use yet. */
  addNode(variables?: Record<string, string>, nodeOptions?: string[]): Promise<Node>;
  close(): Promise<void>;
};

type Options = {
  nodes?: number;
  variables?: Record<string, string>;
  /** Target of webhooks; by default the front proxy. */
  webhookUrl?: string;
  /** Owner of PostgreSQL: the environment, or the first node, which restarts it when it dies. */
  databaseOf?: 'place' | 'node';
  /** Puts the data folder on a separate disk of this size. */
  diskBytes?: number;
  /** Maximum size of a file that a node writes. */
  mostFileBytes?: number;
  /** The folder from which its nodes start at first; by default this checkout. */
  folder?: string;
};

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

/** Calls `work` with a rig, and closes the rig afterwards. */
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
