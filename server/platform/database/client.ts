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
