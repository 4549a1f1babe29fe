import { createCipheriv, createDecipheriv, createHmac, createSecretKey, hkdfSync, randomBytes } from 'node:crypto';

/** Encrypts small secrets in the database, with keys made from the installation's secret. */
export type Sealer = {
  /** @param owner owner of the text: sealed for one owner, it cannot be opened for another */
  seal(text: string, owner: string): Buffer;
  /** @throws when it was changed, belongs to another owner, or was sealed with another secret */
  open(sealed: Buffer, owner: string): string;
  /** Returns a hash keyed by the installation's secret, for codes that are too short for a plain hash. */
  fingerprint(text: string, owner: string): Buffer;
};

const algorithm = 'aes-256-gcm';
const form = 1;
const ivBytes = 12;
const tagBytes = 16;

/** Seals with AES-256-GCM and a random nonce per text: one byte of version, the nonce, the tag, the text. */
export function createSealer(installationSecret: string): Sealer {
  // Each key is created once, because a hash with a key in bytes takes Node five times as long.
  const keyFor = (purpose: string) =>
    createSecretKey(Buffer.from(hkdfSync('sha256', installationSecret, '', purpose, 32)));
  const sealingKey = keyFor('sealing');
  const fingerprintKey = keyFor('fingerprint');
  return {
    seal: (text, owner) => {
      const iv = randomBytes(ivBytes);
      const cipher = createCipheriv(algorithm, sealingKey, iv, { authTagLength: tagBytes }).setAAD(Buffer.from(owner));
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([Buffer.from([form]), iv, cipher.getAuthTag(), sealed]);
    },
    open: (sealed, owner) => {
      if (sealed[0] !== form) throw new Error('This was sealed in a form that is not known');
      const textStart = 1 + ivBytes + tagBytes;
      const decipher = createDecipheriv(algorithm, sealingKey, sealed.subarray(1, 1 + ivBytes), {
        authTagLength: tagBytes,
      });
      decipher.setAAD(Buffer.from(owner)).setAuthTag(sealed.subarray(1 + ivBytes, textStart));
      return Buffer.concat([decipher.update(sealed.subarray(textStart)), decipher.final()]).toString('utf8');
    },
    fingerprint: (text, owner) => createHmac('sha256', fingerprintKey).update(`${owner}:${text}`).digest(),
  };
}
