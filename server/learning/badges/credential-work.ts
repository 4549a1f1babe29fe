import { callInThread, threadPlaces } from '#server/platform/threads/threads.ts';
import type { NewKey, SigningKey, UnsignedList, Work } from './credential-thread.ts';

const module = new URL('./credential-thread.ts', import.meta.url);

/** One thread at a time, because anyone may ask for a check. */
const places = threadPlaces(1);

const limitMs = 30_000;

const call = <Result>(work: Work) => callInThread<[Work], Result>(module, { given: [work], limitMs, places });

/** Makes an Ed25519 key pair, both parts in the multibase form of a Multikey. */
export const makeKeyPair = () => call<NewKey>({ kind: 'make-key' });

/** Signs a credential with an eddsa-rdfc-2022 proof. */
export const signCredential = (credential: Record<string, unknown>, key: SigningKey) =>
  call<Record<string, unknown>>({ kind: 'sign', credential, key });

/** Makes and signs a status list credential in which these places are set. */
export const signList = (list: UnsignedList, key: SigningKey) =>
  call<Record<string, unknown>>({ kind: 'sign-list', list, key });

/** Whether a credential has a valid signature of this key under this DID. */
export const verifySignature = (credential: Record<string, unknown>, did: string, publicKey: string) =>
  call<boolean>({ kind: 'verify', credential, did, publicKey });
