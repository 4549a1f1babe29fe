import type { KeyObject } from 'node:crypto';
import { createHash, randomBytes, sign, X509Certificate } from 'node:crypto';

// Node reads certificates and makes none. This is the least that X.509 asks of one (RFC 5280, section 4.1): what a
// provider takes as the envelope of a public key.

const der = (tag: number, ...parts: Buffer[]): Buffer => {
  const content = Buffer.concat(parts);
  const { length } = content;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
};
const sequence = (...parts: Buffer[]) => der(0x30, ...parts);
const hex = (text: string) => Buffer.from(text, 'hex');
/** sha256WithRSAEncryption, and commonName. */
const signedWith = sequence(hex('06092a864886f70d01010b'), hex('0500'));
const commonName = hex('0603550403');

/** A time until 2049, as RFC 5280 writes it. */
const time = (at: Date) => der(0x17, Buffer.from(`${at.toISOString().replace(/[-:T]/g, '').slice(2, 14)}Z`));

type Wanted = { name: string; privateKey: KeyObject; publicKey: KeyObject; from: Date; until: Date };

/** Makes a certificate of an RSA key, signed by itself. @returns PEM */
export function selfSigned({ name, privateKey, publicKey, from, until }: Wanted): string {
  const subject = sequence(der(0x31, sequence(commonName, der(0x0c, Buffer.from(name)))));
  // The first bit of a serial number is 0, so that it is positive.
  const serial = Buffer.concat([Buffer.from([1]), randomBytes(15)]);
  const content = sequence(
    der(0xa0, hex('020102')),
    der(0x02, serial),
    signedWith,
    subject,
    sequence(time(from), time(until)),
    subject,
    publicKey.export({ format: 'der', type: 'spki' }),
  );
  const signature = sign('sha256', content, privateKey);
  const certificate = sequence(content, signedWith, der(0x03, Buffer.from([0]), signature));
  return new X509Certificate(certificate).toString();
}

/** Returns the SHA-256 of a certificate as a header of JSON Web Signatures has it (x5t#S256). */
export function certificateThumbprint(pem: string): string {
  return createHash('sha256').update(new X509Certificate(pem).raw).digest('base64url');
}
