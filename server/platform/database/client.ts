import pg from 'pg';
import { hostAddresses } from './addresses.ts';

/** How long a host has to say whether it takes writes. */
const answerWithinMs = 1_000;

/**
 * A connection to PostgreSQL. Of several hosts it is to the one that takes writes, which is looked for anew for each
 * connection, so that connections after a failover lead to the new primary.
 */
export class Client extends pg.Client {
  readonly #addresses: string[];

  constructor(config: pg.ClientConfig = {}) {
    const addresses = config.connectionString === undefined ? [] : hostAddresses(config.connectionString);
    super({ ...config, ...(addresses[0] !== undefined && { connectionString: addresses[0] }) });
    this.#addresses = addresses;
    // The server may end a connection in the same breath in which it accepts it: before the pool listens, which the
    // promise below delays. Without a listener that would end the node. The first statement then fails by itself.
    this.on('error', () => {});
    this.#endWhenOfNoUse();
  }

  /** Ends the connection at the first error that shows that it is of no use any more; its pool then opens another one. */
  #endWhenOfNoUse(): void {
    const ask = (...given: unknown[]) => (super.query as (...given: unknown[]) => unknown).apply(this, given);
    const look = (error: unknown) => {
      if (isOfNoUse(error)) void this.end().catch(() => {});
    };
    const query = (...given: unknown[]): unknown => {
      const answered = given.at(-1);
      if (typeof answered === 'function') {
        return ask(...given.slice(0, -1), (error: unknown, result: unknown) => {
          look(error);
          answered(error, result);
        });
      }
      const answer = ask(...given);
      if (answer instanceof Promise) answer.catch(look);
      return answer;
    };
    // The driver's many forms of the call stay its own.
    Object.assign(this, { query });
  }

  /** @throws AggregateError when none of several hosts takes writes */
  override connect(): Promise<this>;
  override connect(callback: (error: Error | null, client?: this) => void): void;
  override connect(callback?: (error: Error | null, client?: this) => void): Promise<this> | undefined {
    const connected = this.#connect();
    if (!callback) return connected;
    // The pool calls it so.
    connected.then((client) => callback(null, client), callback);
    return undefined;
  }

  async #connect(): Promise<this> {
    if (this.#addresses.length > 1) {
      const { host, port } = await Promise.any(this.#addresses.map(findPrimary));
      this.host = host;
      this.port = port;
    }
    await super.connect();
    return this;
  }
}

/**
 * A host that became a standby refuses writes (25006), a migration has outdated the plan of a statement with a name
 * (0A000), and one that vanished does not answer.
 */
function isOfNoUse(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return ('code' in error && (error.code === '25006' || error.code === '0A000')) || error.message === noAnswer;
}

/** What the driver says when a statement was not answered in time. */
const noAnswer = 'Query read timeout';

/** @throws when the host of this address does not answer, or is a standby */
async function findPrimary(connectionString: string): Promise<{ host: string; port: number }> {
  const client = new pg.Client({
    connectionString,
    connectionTimeoutMillis: answerWithinMs,
    query_timeout: answerWithinMs,
  });
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ standby: boolean }>('select pg_is_in_recovery() as standby');
    if (rows[0]?.standby !== false) throw new Error(`${client.host}:${client.port} is a standby`);
    return { host: client.host, port: client.port };
  } finally {
    // A host that does not answer does not answer to this either.
    void client.end().catch(() => {});
  }
}
