import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { fail } from '../failure.ts';

/** Minimum parameters for argon2id of OWASP's password storage sheet. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
/**
 * Maximum number of concurrent hashes, one for each processor: more of them would finish no sooner, and need 19 MiB
 * each. Never all four threads of the pool, which also reads files and compresses responses.
 */
const atOnce = Math.min(availableParallelism(), 3);
const mayWait = 80 - atOnce;

let running = 0;
const waiting: (() => void)[] = [];

/**
 * Hashes a password as typed (NFC) with argon2id.
 * @throws request.busy when 80 others run or wait already
 */
export function hashPassword(password: string): Promise<string> {
  return bounded(() => hash(password.normalize('NFC'), cost));
}

/**
 * Whether the password belongs to the hash. Without a hash it takes the same time and returns false, so that the time
 * does not show whether an account exists.
 * @throws request.busy when 80 others run or wait already
 */
export async function isPassword(password: string, passwordHash: string | null): Promise<boolean> {
  const isRight = await bounded(async () => verify(passwordHash ?? (await dummyHash), password.normalize('NFC')));
  return isRight && passwordHash !== null;
}

const dummyHash = hash('no account has this password', cost);

/** Limits concurrent hashes, which run on the thread pool: too many would block everything else that uses it. */
async function bounded<Result>(work: () => Promise<Result>): Promise<Result> {
  if (running >= atOnce) {
    if (waiting.length >= mayWait) throw fail('request.busy');
    await new Promise<void>((resolve) => waiting.push(resolve));
  }
  running += 1;
  try {
    return await work();
  } finally {
    running -= 1;
    waiting.shift()?.();
  }
}
