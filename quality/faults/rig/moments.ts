import { setTimeout as pause } from 'node:timers/promises';
import type { Node } from './node.ts';
import type { Tap } from './tcp-proxy.ts';

/** Moments of a purchase at which a node can be killed. */
export const moments = [
  'before the attempt is committed',
  'after the attempt is committed',
  'before the provider is asked',
  'after the provider has answered',
  'before fulfilment is committed',
  'after fulfilment is committed',
  'any moment',
  'both nodes',
] as const;
export type Moment = (typeof moments)[number];

/** Statements with which the node opens an attempt and records a purchase. */
const writes = { attempt: 'insert into "payment_attempts"', purchase: 'insert into "purchases"' };

/** Waits for the moment and kills the node. */
export async function strike(node: Node, moment: Moment, random: () => number): Promise<void> {
  const struck = Promise.withResolvers<void>();
  const kill = async () => {
    node.database.setTap(null);
    node.payments.setTap(null);
    await node.program().kill();
    struck.resolve();
    return false;
  };
  switch (moment) {
    case 'before the attempt is committed':
      node.database.setTap(atCommit(writes.attempt, 'asking', kill));
      break;
    case 'after the attempt is committed':
      node.database.setTap(atCommit(writes.attempt, 'answering', kill));
      break;
    case 'before fulfilment is committed':
      node.database.setTap(atCommit(writes.purchase, 'asking', kill));
      break;
    case 'after fulfilment is committed':
      node.database.setTap(atCommit(writes.purchase, 'answering', kill));
      break;
    case 'before the provider is asked':
      node.payments.setTap(atPayment('asking', kill));
      break;
    case 'after the provider has answered':
      node.payments.setTap(atPayment('answering', kill));
      break;
    default:
      await pause(random() * 1_000);
      await kill();
  }
  await struck.promise;
}

type Kill = () => Promise<boolean>;

/** Kills at the commit of a transaction with this write: when it is sent, or once PostgreSQL has committed it. */
function atCommit(write: string, at: 'asking' | 'answering', kill: Kill): Tap {
  const writing = new WeakSet<object>();
  const committing = new WeakSet<object>();
  return (bytes, direction, connection) => {
    if (direction === 'answering') return committing.has(connection) ? kill() : true;
    if (bytes.includes(write)) writing.add(connection);
    if (!writing.has(connection) || !bytes.includes('commit\0')) return true;
    if (at === 'asking') return kill();
    committing.add(connection);
    return true;
  };
}

/** Kills at the creation of a payment at the provider: when it is sent, or once it is created. */
function atPayment(at: 'asking' | 'answering', kill: Kill): Tap {
  const making = new WeakSet<object>();
  return (bytes, direction, connection) => {
    if (direction === 'answering') return making.has(connection) ? kill() : true;
    if (!bytes.includes('POST /v1/payment_intents ')) return true;
    if (at === 'asking') return kill();
    making.add(connection);
    return true;
  };
}
