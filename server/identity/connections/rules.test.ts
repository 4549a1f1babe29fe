import { describe, expect, it } from 'vitest';
import { assessDocument } from './discovery.ts';
import { isFreshAt, issuerRejection, keptClaims, pathInside, slugOf, tenantOf, vouchRejection } from './rules.ts';

const tenant = '0f3b1c2d-1111-2222-3333-444455556666';
const entra = `https://login.microsoftonline.com/${tenant}/v2.0`;
const google = 'https://accounts.google.com';
const names = { email_claim: 'email', first_name_claim: 'given_name', last_name_claim: 'family_name' };

describe('the issuer of a connection', () => {
  it.each([
    ['plain http', 'http://login.example.org'],
    ['plain http to this machine outside the demo', 'http://127.0.0.1:9000'],
    ['a query', 'https://login.example.org/?x=1'],
    ['an empty query', 'https://login.example.org/?'],
    ['a fragment', 'https://login.example.org/#x'],
    ['a name and password', 'https://a:b@login.example.org'],
    ['no address', 'login.example.org'],
  ])('SSO-01 %s is refused', (_, issuer) => {
    expect(issuerRejection(issuer, false)).toBe('connections.issuer-wrong');
  });

  it.each([
    'common',
    'organizations',
    'consumers',
    '9188040d-6c67-4c5b-b112-36a304b66dad',
    'contoso.onmicrosoft.com',
    '',
  ])('SSO-02 an issuer of Entra for everybody or by a name is refused: %s', (segment) => {
    const issuer = `https://login.microsoftonline.com/${segment}/v2.0`;
    expect(issuerRejection(issuer, false)).toBe('connections.issuer-for-all');
  });

  it('SSO-02 the issuer of a tenant is accepted, and http to this machine in the demo alone', () => {
    expect(issuerRejection(entra, false)).toBeNull();
    expect(tenantOf(entra)).toBe(tenant);
    expect(issuerRejection('http://127.0.0.1:9000', true)).toBeNull();
    expect(issuerRejection('http://login.example.org', true)).toBe('connections.issuer-wrong');
  });
});

describe('a discovery document', () => {
  const issuer = 'https://login.example.org/realms/staff';
  const document = {
    issuer,
    authorization_endpoint: `${issuer}/auth`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/keys`,
    id_token_signing_alg_values_supported: ['RS256', 'HS256', 'none'],
  };
  const of = (change: object) => assessDocument({ ...document, ...change }, issuer);

  it('SSO-02 a discovery document with another issuer, even by a final slash, is a problem that names that issuer', () => {
    const found = of({ issuer: `${issuer}/` });
    expect(found).toMatchObject({ isUsable: false, issuer: `${issuer}/` });
    expect(found.findings[0]).toMatchObject({ level: 'problem' });
  });

  it.each([
    ['only secrets sign', { id_token_signing_alg_values_supported: ['HS256', 'none'] }],
    ['an address is missing', { jwks_uri: undefined }],
    ['an address is plain http', { token_endpoint: 'http://login.example.org/token' }],
  ])('SSO-02 a discovery document is not usable when %s', (_, change) => {
    expect(of(change).isUsable).toBe(false);
  });

  it('SSO-02 a discovery document without S256 gives a warning, without email a note, and without lists nothing', () => {
    expect(of({})).toMatchObject({ isUsable: true, algorithms: ['RS256'], findings: [] });
    const levels = of({ code_challenge_methods_supported: ['plain'], claims_supported: ['sub'] }).findings;
    expect(levels.map(({ level }) => level)).toEqual(['warning', 'note']);
  });
});

describe('for which addresses a connection vouches', () => {
  const kept = (claims: Record<string, unknown>, of = names) =>
    keptClaims({ iss: 'https://login.example.org', sub: 's', email: 'iona@fairbourne.example', ...claims }, of);
  const company = {
    issuer: 'https://login.example.org',
    vouches: 'domains' as const,
    accepts_unverified: false,
    email_claim: 'email',
  };
  const portal = { ...company, vouches: 'verified' as const };
  const domains = ['fairbourne.example'];

  it.each([
    ['no address', { email: undefined }, company, 'address-missing'],
    ['an address that must be cleaned first', { email: 'iona@fairbourne.example\u0000' }, company, 'address-missing'],
    ['a domain that is not proven', { email: 'iona@other.example' }, company, 'address-foreign'],
    ['a part of a proven domain', { email: 'iona@mail.fairbourne.example' }, company, 'address-foreign'],
    ['an explicit false', { email_verified: false }, company, 'address-unverified'],
    ['the text false', { email_verified: 'false' }, company, 'address-unverified'],
    ['no word of it at a portal connection', {}, portal, 'address-unverified'],
    ['an absent xms_edov at Entra', { tid: tenant }, { ...portal, issuer: entra }, 'address-unverified'],
    ['another tenant', { tid: 'a-0', email_verified: true }, { ...portal, issuer: entra }, 'tenant-foreign'],
    ['no tenant', {}, { ...company, issuer: entra }, 'tenant-foreign'],
    ['no hd at Google', { email_verified: true }, { ...company, issuer: google }, 'tenant-foreign'],
    [
      'a foreign hd at Google',
      { hd: 'other.example', email_verified: true },
      { ...company, issuer: google },
      'tenant-foreign',
    ],
  ])('SSO-06 refused: %s', (_, claims, connection, rejection) => {
    expect(vouchRejection(kept(claims), connection, domains)).toBe(rejection);
  });

  it.each([
    ['a proven domain without a word of it', {}, company],
    ['capitals and a plus tag', { email: 'Iona+Learning@FAIRBOURNE.example' }, company],
    ['an explicit false that the owner accepts', { email_verified: false }, { ...company, accepts_unverified: true }],
    ['the own hd at Google', { hd: 'Fairbourne.example', email_verified: true }, { ...company, issuer: google }],
    ['the own tenant', { tid: tenant }, { ...company, issuer: entra }],
    ['a verified address at a portal connection', { email: 'a@anywhere.example', email_verified: true }, portal],
    ['xms_edov at Entra', { iss: entra, tid: tenant, xms_edov: true }, { ...portal, issuer: entra }],
    ['all addresses at the operator’s risk', {}, { ...portal, vouches: 'all' as const }],
  ])('SSO-06 accepted: %s', (_, claims, connection) => {
    expect(vouchRejection(kept(claims), connection, domains)).toBeNull();
  });

  it('SSO-02 another claim than email is taken inside proven domains, and says nothing of being verified', () => {
    const byName = { ...names, email_claim: 'preferred_username' };
    const inside = kept(
      { email: undefined, preferred_username: 'iona@fairbourne.example', email_verified: true },
      byName,
    );
    expect(inside.isVerified).toBeNull();
    expect(vouchRejection(inside, { ...company, email_claim: 'preferred_username' }, domains)).toBeNull();
    expect(vouchRejection(inside, portal, [])).toBe('address-unverified');
  });

  it('SSO-04 the portal keeps the configured claims of a token and drops all others', () => {
    const claims = kept({ sid: 's-1', auth_time: 1_800_000_000, amr: ['pwd', 'mfa', 7], groups: ['a'], at_hash: 'x' });
    expect(JSON.stringify(claims)).not.toMatch(/groups|at_hash/);
    expect(claims).toMatchObject({ sessionId: 's-1', methods: ['pwd', 'mfa'] });
  });
});

it('SSO-11 fresh is a sign-in at the provider after the portal asked, with a minute for clocks', () => {
  const asked = new Date('2026-11-30T10:00:00Z');
  const at = (seconds: number) => new Date(asked.getTime() + seconds * 1000);
  expect(isFreshAt(at(1), asked)).toBe(true);
  expect(isFreshAt(at(-60), asked)).toBe(true);
  expect(isFreshAt(at(-61), asked)).toBe(false);
  expect(isFreshAt(null, asked)).toBeNull();
});

it.each([
  ['/browse?x=1#y', '/browse?x=1#y'],
  ['https://learning.example.org/library', '/library'],
  ['https://learning.example.org.evil.example/', null],
  ['https://learning.example.org@evil.example/', null],
  ['//evil.example/', null],
  ['/\\evil.example/', null],
  ['javascript:alert(1)', null],
])('SSO-09 a launcher opens pages of the portal alone: %s', (target, path) => {
  expect(pathInside(target, 'https://learning.example.org')).toBe(path);
});

it('SSO-01 makes a short name of any name', () => {
  expect(slugOf('Fairbourne Größe & Söhne')).toBe('fairbourne-gro-e-sohne');
  expect(slugOf('日本')).toBe('company');
});
