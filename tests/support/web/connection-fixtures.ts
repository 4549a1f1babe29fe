import type {
  CompanySignIn,
  Connection,
  ConnectionTest,
  Discovery,
  PendingSignIn,
} from '#contract/identity/connections.ts';
import type { PortalConnection } from '#contract/identity/connections-admin.ts';
import type { CompanyConnection, CompanySignIns } from '#contract/organisations/company-sign-in.ts';
import type { OrganisationDomain } from '#contract/organisations/organisations-domains.ts';

const id = '0192f6a4-1b2c-4d3e-8f50-0123456789ab';
const portal = 'https://learning.example.org';

/** A test that passed, made by the caller. */
export function connectionTest(changed: Partial<ConnectionTest> = {}): ConnectionTest {
  return {
    connectionId: id,
    connectionName: 'Northmere account',
    at: '2026-11-27T10:12:00.000Z',
    testedBy: 'Ines Fairbourne',
    isOwn: true,
    works: true,
    claims: [
      { claim: 'sub', isPresent: true, value: 'a3f0c2e1-77b9-4d1e' },
      { claim: 'email', isPresent: true, value: 'ines.fairbourne@northmere.example' },
      { claim: 'email_verified', isPresent: false, value: null },
      { claim: 'given_name', isPresent: true, value: 'Ines' },
      { claim: 'family_name', isPresent: true, value: 'Fairbourne' },
    ],
    outcome: 'Ask you for your password once, then link this identity to your account.',
    findings: [{ level: 'note', sentence: 'No email_verified arrived. Accepted, because the domain is verified.' }],
    ...changed,
  };
}

function connection(changed: Partial<Connection> = {}): Connection {
  return {
    id,
    name: 'Northmere account',
    slug: 'northmere',
    state: 'draft',
    issuer: 'https://login.northmere.example/realms/staff',
    clientId: 'rapp-learning',
    authMethod: 'client_secret',
    hasSecret: true,
    secretSavedAt: '2026-11-26T09:00:00.000Z',
    secretEndsOn: null,
    certificate: null,
    jwksAddress: null,
    scopes: 'openid email profile',
    emailClaim: 'email',
    firstNameClaim: 'given_name',
    lastNameClaim: 'family_name',
    sparesSecondFactor: false,
    sessionHours: 12,
    directoryClaim: 'sub',
    redirectAddress: `${portal}/api/sso/${id}/callback`,
    backChannelLogoutAddress: `${portal}/api/sso/${id}/logout`,
    initiateLoginAddress: `${portal}/api/sso/${id}/start`,
    companyAddress: `${portal}/auth/company/northmere`,
    sendsLogouts: false,
    test: null,
    activatedAt: null,
    linkedPeople: 0,
    createdAt: '2026-11-26T09:00:00.000Z',
    ...changed,
  };
}

/** A connection of an organisation, not tested yet. */
export function companyConnection(changed: Partial<CompanyConnection> = {}): CompanyConnection {
  return {
    ...connection(),
    acceptsUnverified: false,
    domains: [{ id: 3, domain: 'northmere.example' }],
    affected: { inDomains: 41, linked: 0, outside: 7, invited: 3 },
    emergencyOwners: [],
    enforcedAt: null,
    enforcedBy: null,
    isOwnWay: false,
    ...changed,
  };
}

/** A connection of the portal, not tested yet. */
export function portalConnection(changed: Partial<PortalConnection> = {}): PortalConnection {
  return { ...connection(), vouches: 'verified', isOperators: false, ...changed };
}

/** The tab Sign-in of an organisation without a connection. */
export function companySignIns(changed: Partial<CompanySignIns> = {}): CompanySignIns {
  return {
    connections: [],
    today: { password: 44, secondFactor: 9, google: 4, company: 0 },
    owners: [
      { userId: 7, name: 'Ines Fairbourne', isProtected: false },
      { userId: 8, name: 'Kofi Ashdown', isProtected: true },
    ],
    ...changed,
  };
}

/** A domain that is proven by its DNS record. */
export function provenDomain(changed: Partial<OrganisationDomain> = {}): OrganisationDomain {
  return {
    id: 3,
    domain: 'northmere.example',
    provenAt: '2026-11-20T09:00:00.000Z',
    joining: 'off',
    dnsProvenAt: '2026-11-20T09:00:00.000Z',
    dnsCheckedAt: '2026-11-27T06:00:00.000Z',
    dnsFailingSince: null,
    record: { name: '_portal-verification.northmere.example', value: 'portal-verification=7f3a91' },
    ...changed,
  };
}

/** A provider that answers as it should. */
export function discovery(changed: Partial<Discovery> = {}): Discovery {
  return {
    issuer: 'https://login.northmere.example/realms/staff',
    isUsable: true,
    algorithms: ['RS256', 'ES256'],
    sendsLogouts: true,
    findings: [],
    ...changed,
  };
}

/** A sign-in that waits for the proof of an account. */
export function pendingSignIn(changed: Partial<PendingSignIn> = {}): PendingSignIn {
  return {
    kind: 'link',
    connectionName: 'Northmere account',
    organisation: 'Northmere Borough Council',
    email: 'ines.fairbourne@northmere.example',
    hasPassword: true,
    hasPasskey: false,
    hasSecondFactor: false,
    signedInAs: null,
    ...changed,
  };
}

/** A member whose company requires its sign-in. */
export function companySignIn(changed: Partial<CompanySignIn> = {}): CompanySignIn {
  return {
    connections: [
      {
        connectionId: id,
        name: 'Northmere account',
        issuer: 'https://login.northmere.example/realms/staff',
        organisation: 'Northmere Borough Council',
        email: 'ines.fairbourne@northmere.example',
        linkedAt: '2026-11-26T09:00:00.000Z',
        isRequired: true,
        sessionHours: 12,
      },
    ],
    privateAddress: null,
    unconfirmedAddress: null,
    ...changed,
  };
}
