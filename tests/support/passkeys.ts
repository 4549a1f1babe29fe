import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import type { CreationOptions, NewPasskey, RequestOptions, SignedChallenge } from '#contract/identity/passkeys.ts';
import type { Answer, Client } from './client.ts';

/** Values in which an answer differs from that of a right authenticator in the right browser. */
type Changed = {
  origin?: string;
  /** The host in the authenticator's data. */
  host?: string;
  challenge?: string;
  type?: string;
  isVerified?: boolean;
  counter?: number;
  userHandle?: string | null;
  /** Id of a passkey other than the one that signs. */
  id?: string;
  isSynced?: boolean;
};

/** An authenticator in software (WebAuthn, section 6): makes one passkey (ES256) and signs with it. */
export class Authenticator {
  readonly id = randomBytes(16);
  counter = 0;
  /** Whether each signature increments the counter, as security keys do. */
  counts = false;
  userHandle = '';
  private readonly origin: string;
  private readonly keys: { publicKey: KeyObject; privateKey: KeyObject };

  constructor(origin: string) {
    this.origin = origin;
    this.keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  }

  make({ challenge, rp, user }: CreationOptions, changed: Changed = {}): NewPasskey {
    this.userHandle = user.id;
    const { x = '', y = '' } = this.keys.publicKey.export({ format: 'jwk' });
    const publicKey = cbor(
      new Map<number, number | Buffer>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, Buffer.from(x, 'base64url')],
        [-3, Buffer.from(y, 'base64url')],
      ]),
    );
    const length = Buffer.alloc(2);
    length.writeUInt16BE(this.id.length);
    const credential = Buffer.concat([Buffer.alloc(16), length, this.id, publicKey]);
    const authData = Buffer.concat([this.dataOf(rp.id, 0x40, changed), credential]);
    const attestationObject = cbor(
      new Map<string, Value>([
        ['fmt', 'none'],
        ['attStmt', new Map<string, Value>()],
        ['authData', authData],
      ]),
    );
    const id = changed.id ?? this.id.toString('base64url');
    return {
      id,
      rawId: id,
      type: 'public-key',
      response: {
        clientDataJSON: this.clientData('webauthn.create', challenge, changed).toString('base64url'),
        attestationObject: attestationObject.toString('base64url'),
        transports: ['internal', 'hybrid'],
      },
    };
  }

  sign({ challenge, rpId }: RequestOptions, changed: Changed = {}): SignedChallenge {
    if (this.counts) this.counter += 1;
    const authenticatorData = this.dataOf(rpId, 0, changed);
    const clientData = this.clientData('webauthn.get', challenge, changed);
    const signed = Buffer.concat([authenticatorData, createHash('sha256').update(clientData).digest()]);
    const id = changed.id ?? this.id.toString('base64url');
    const { userHandle = this.userHandle || null } = changed;
    return {
      id,
      rawId: id,
      type: 'public-key',
      response: {
        clientDataJSON: clientData.toString('base64url'),
        authenticatorData: authenticatorData.toString('base64url'),
        signature: sign('sha256', signed, this.keys.privateKey).toString('base64url'),
        userHandle,
      },
    };
  }

  private clientData(type: string, challenge: string, changed: Changed): Buffer {
    const { origin = this.origin } = changed;
    return Buffer.from(
      JSON.stringify({
        type: changed.type ?? type,
        challenge: changed.challenge ?? challenge,
        origin,
        crossOrigin: false,
      }),
    );
  }

  private dataOf(host: string, flags: number, changed: Changed): Buffer {
    const { isVerified = true, isSynced = false, counter = this.counter } = changed;
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    const hash = createHash('sha256')
      .update(changed.host ?? host)
      .digest();
    // User present, user verified, backup eligible and backed up.
    const all = flags | 0x01 | (isVerified ? 0x04 : 0) | (isSynced ? 0x18 : 0);
    return Buffer.concat([hash, Buffer.from([all]), count]);
  }
}

/** Has a signed-in browser add a passkey; returns its authenticator. */
export async function addPasskey(
  client: Client,
  origin: string,
  changed: Changed = {},
): Promise<Authenticator & { passkeyId: number }> {
  const authenticator = new Authenticator(origin);
  const answer = await addWith(client, authenticator, changed);
  if (answer.status !== 201) throw new Error(`The passkey was not added: ${JSON.stringify(answer.body)}`);
  return Object.assign(authenticator, { passkeyId: Number(answer.body.id) });
}

/** Adds a passkey like `addPasskey`, but returns the portal's response, which may be an error. */
export async function addWith(client: Client, authenticator: Authenticator, changed: Changed = {}): Promise<Answer> {
  const options = await client.post<CreationOptions>('/api/user/passkeys/options');
  if (options.status !== 200) return { ...options, body: { ...options.body } };
  return client.post('/api/user/passkeys', authenticator.make(options.body, changed));
}

/**
 * Signs in by a passkey; returns the portal's response, which may be an error.
 * @param path another call that takes a visitor's signed challenge
 */
export async function signInWith(
  client: Client,
  authenticator: Authenticator,
  changed: Changed = {},
  path = '/api/login/passkey',
): Promise<Answer> {
  const options = await client.post<RequestOptions>('/api/login/passkey/options');
  return client.post(path, authenticator.sign(options.body, changed));
}

/** Confirms by a passkey; returns the portal's response, which may be an error. */
export async function confirmWith(
  client: Client,
  authenticator: Authenticator,
  changed: Changed = {},
): Promise<Answer> {
  const options = await client.post<RequestOptions>('/api/user/confirm/passkey/options');
  if (options.status !== 200) return { ...options, body: { ...options.body } };
  return client.post('/api/user/confirm/passkey', authenticator.sign(options.body, changed));
}

type Value = number | string | Buffer | Map<number, Value> | Map<string, Value>;

/** Writes the few kinds of CBOR values that an authenticator needs (RFC 8949), in the order that they are given in. */
function cbor(value: Value): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  return Buffer.concat([head(5, value.size), ...[...value].flatMap(([key, one]) => [cbor(key), cbor(one)])]);
}

function head(kind: number, count: number): Buffer {
  const top = kind << 5;
  if (count < 24) return Buffer.from([top | count]);
  if (count < 256) return Buffer.from([top | 24, count]);
  return Buffer.from([top | 25, count >> 8, count & 0xff]);
}
