import { domainOfAddress, emailAddressOf } from '#contract/email-addresses.ts';
import type { ErrorCode } from '#contract/errors.ts';
import { isStorable } from '#contract/text.ts';

const loopback = /^(localhost|127\.0\.0\.1|\[::1\])$/;
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * Hosts of Microsoft Entra, of its national clouds too
 * (learn.microsoft.com/entra/identity-platform/authentication-national-cloud).
 */
const entraHosts: readonly string[] = [
  'login.microsoftonline.com',
  'login.microsoftonline.us',
  'login.partner.microsoftonline.cn',
  'sts.windows.net',
  'login.windows.net',
];
/** The tenant of all personal Microsoft accounts. */
const personalTenant = '9188040d-6c67-4c5b-b112-36a304b66dad';
const google = 'accounts.google.com';

/**
 * Returns the reason why an issuer is not accepted; null when it is.
 * @param isDemo whether plain http to this machine is allowed
 */
export function issuerRejection(text: string, isDemo: boolean): ErrorCode | null {
  const url = URL.parse(text);
  if (!url || url.search || url.hash || text.includes('?') || text.includes('#') || url.username || url.password) {
    return 'connections.issuer-wrong';
  }
  const isOwnMachine = isDemo && url.protocol === 'http:' && loopback.test(url.hostname);
  if (url.protocol !== 'https:' && !isOwnMachine) return 'connections.issuer-wrong';
  if (!entraHosts.includes(url.hostname)) return null;
  const tenant = tenantOf(text);
  return tenant === null || tenant === personalTenant ? 'connections.issuer-for-all' : null;
}

/**
 * Returns the tenant id of an issuer at Microsoft Entra; null for other issuers, and for a tenant given by its name.
 */
export function tenantOf(issuer: string): string | null {
  const url = URL.parse(issuer);
  if (!url || !entraHosts.includes(url.hostname)) return null;
  const [, tenant = ''] = url.pathname.split('/');
  return uuid.test(tenant.toLowerCase()) ? tenant.toLowerCase() : null;
}

const isGoogle = (issuer: string): boolean => URL.parse(issuer)?.host === google;

/** The claims of a provider about a person. */
export type Claims = Record<string, unknown>;

/** The claims of a response that the portal keeps; all others are forgotten (SSO-04). */
export type Kept = {
  issuer: string;
  subject: string;
  email: string | null;
  /** Null when the provider does not say. */
  isVerified: boolean | null;
  firstName: string | null;
  lastName: string | null;
  hostedDomain: string | null;
  tenant: string | null;
  objectId: string | null;
  sessionId: string | null;
  authenticatedAt: Date | null;
  methods: string[];
};

type ClaimNames = { email_claim: string; first_name_claim: string; last_name_claim: string };

export function keptClaims(claims: Claims, names: ClaimNames): Kept {
  const text = (name: string, longest: number) => {
    const value = claims[name];
    return typeof value === 'string' && value !== '' && value.length <= longest && isStorable(value) ? value : null;
  };
  const address = text(names.email_claim, 254);
  const time = claims.auth_time;
  // Entra's claim that the domain's owner has verified the address (learn.microsoft.com, "xms_edov").
  const isOwned =
    tenantOf(text('iss', 500) ?? '') !== null && [true, 1, '1', 'true'].includes(claims.xms_edov as never);
  const said = names.email_claim === 'email' ? claims.email_verified : undefined;
  const isVerified = said === true || said === 'true' ? true : said === false || said === 'false' ? false : null;
  return {
    issuer: text('iss', 500) ?? '',
    subject: text('sub', 255) ?? '',
    email: address && emailAddressOf(address),
    isVerified: isVerified === null && isOwned && names.email_claim === 'email' ? true : isVerified,
    firstName: text(names.first_name_claim, 200),
    lastName: text(names.last_name_claim, 200),
    hostedDomain: text('hd', 253)?.toLowerCase() ?? null,
    tenant: text('tid', 60)?.toLowerCase() ?? null,
    objectId: text('oid', 255),
    sessionId: text('sid', 255),
    authenticatedAt: typeof time === 'number' && Number.isFinite(time) ? new Date(time * 1000) : null,
    methods: textsIn(claims.amr),
  };
}

/** Settings of a connection that decide for which addresses it vouches (SSO-06). */
export type Vouching = {
  issuer: string;
  vouches: 'verified' | 'all' | 'domains';
  accepts_unverified: boolean;
  email_claim: string;
};

/**
 * Whether a response is of another Entra tenant or, at a company's connection to Google, outside the proven domains.
 * Such a response is rejected even for a person whose account is linked (SSO-06).
 */
export function isOfOtherTenant(kept: Kept, { issuer, vouches }: Vouching, provenDomains: readonly string[]): boolean {
  const tenant = tenantOf(issuer);
  if (tenant !== null && kept.tenant !== tenant) return true;
  const isInside = kept.hostedDomain !== null && provenDomains.includes(kept.hostedDomain);
  return vouches === 'domains' && isGoogle(issuer) && !isInside;
}

/** Returns the reason why an email address is not accepted; null when the connection vouches for it (SSO-06). */
export function vouchRejection(
  kept: Kept,
  connection: Vouching,
  provenDomains: readonly string[],
): 'address-missing' | 'address-unverified' | 'address-foreign' | 'tenant-foreign' | null {
  if (isOfOtherTenant(kept, connection, provenDomains)) return 'tenant-foreign';
  if (connection.vouches !== 'domains') {
    if (kept.email === null) return 'address-missing';
    return kept.isVerified === true || connection.vouches === 'all' ? null : 'address-unverified';
  }
  if (kept.email === null) return 'address-missing';
  if (!provenDomains.includes(domainOfAddress(kept.email))) return 'address-foreign';
  return kept.isVerified === false && !connection.accepts_unverified ? 'address-unverified' : null;
}

const toleranceMs = 60_000;

/**
 * Whether the sign-in at the provider is newer than the portal's request; null when the provider does not say (SSO-11).
 */
export function isFreshAt(authenticatedAt: Date | null, askedAt: Date): boolean | null {
  return authenticatedAt && authenticatedAt.getTime() >= askedAt.getTime() - toleranceMs;
}

/** Whether the portal skips its own second factor after this response, except for administrators (SSO-11). */
export function sparesFactor(kept: Kept, connection: { spares_second_factor: boolean }): boolean {
  return connection.spares_second_factor || kept.methods.includes('mfa');
}

/** Makes a short name from the name on the button: small letters, digits and dashes. */
export function slugOf(name: string): string {
  const plain = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 34)
    .replace(/^-+|-+$/g, '');
  return plain.length < 3 ? `company-${plain}`.replace(/-$/, '') : plain;
}

/** Returns the path of a URL inside the portal; null for other URLs, which a launcher may not open. */
export function pathInside(target: string, publicUrl: string): string | null {
  const [url, own] = [URL.parse(target, publicUrl), new URL(publicUrl)];
  if (!url || url.origin !== own.origin || target.includes('\\')) return null;
  return url.pathname + url.search + url.hash;
}

/** Returns the texts of a list; anything else is left out. */
function textsIn(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string' && isStorable(one)) : [];
}
