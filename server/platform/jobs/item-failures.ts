import type { Db } from '../database/db.ts';

/** Maximum number of failed items whose names are in the job's message; the others are counted. */
const maxNamed = 5;

/**
 * Whether PostgreSQL or another server is out of reach, so that each next item would fail too: the job is then retried
 * as a whole.
 */
const isAway = (error: unknown) =>
  error instanceof Error &&
  (('code' in error && /^(ECONN|ENOTFOUND|ETIMEDOUT|EPIPE|08|57P)/.test(String(error.code))) ||
    /timeout exceeded when trying to connect|Connection terminated|Query read timeout/.test(error.message));

/**
 * Collects the failures of a job that works through a list, so that one item never blocks the others. At the end the
 * job fails with their names and reasons, which the System screen shows, and is retried.
 */
export class ItemFailures {
  readonly #sentence: string;
  readonly #endsAt: (error: unknown) => boolean;
  readonly #failures: { name: string; error: unknown }[] = [];

  /**
   * @param sentence for the failure of the job, such as "Some pictures could not be measured"
   * @param endsAt whether an error, such as an outage of Stripe, ends the work at once
   */
  constructor(sentence: string, endsAt: (error: unknown) => boolean = () => false) {
    this.#sentence = sentence;
    this.#endsAt = endsAt;
  }

  /**
   * Does the work of one item.
   * @param name names the item by its id, never by personal data, because it is shown and logged
   * @returns whether it succeeded
   * @throws the error of an outage
   */
  async attempt(name: string, work: () => Promise<unknown>): Promise<boolean> {
    try {
      await work();
      return true;
    } catch (error) {
      if (isAway(error) || this.#endsAt(error)) throw error;
      this.#failures.push({ name, error });
      return false;
    }
  }

  /** Like `attempt`, for an item that shares a transaction with others: only the writes of this item are undone. */
  attemptInside(db: Db, name: string, work: () => Promise<unknown>): Promise<boolean> {
    return this.attempt(name, () => db.savepoint(work));
  }

  /** The job must call it after the last item. @throws AggregateError when items failed */
  throwAny(): void {
    if (this.#failures.length === 0) return;
    const named = this.#failures.slice(0, maxNamed).map(({ name, error }) => `${name} (${reasonOf(error)})`);
    const more = this.#failures.length - named.length;
    throw new AggregateError(
      this.#failures.map(({ error }) => error),
      `${this.#sentence}: ${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}`,
    );
  }
}

const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error)).slice(0, 200);
