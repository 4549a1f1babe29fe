import { domainOfAddress } from '#contract/email-addresses.ts';
import { isOwnPath } from '#contract/own-path.ts';
/**
 * Lifetime of sign-ins (ASVS 7.1.1): members 7 days idle and 30 days in all, administrators 1 hour idle and 24 hours in
 * all.
 */
export const signInLife = {
  user: { idleHours: 7 * 24, totalHours: 30 * 24 },
  administrator: { idleHours: 1, totalHours: 24 },
} as const;

/** Maximum lifetime of any sign-in, for the cookie. */
export const longestSignInSeconds = signInLife.user.totalHours * 3600;

/**
 * Lifetime of verification links, invitations, and set-password links by command or after an administrator changed the
 * address: a day; of reset links, and of the set-password link after a verification: an hour.
 */
export const dayLinkMinutes = 24 * 60;
export const resetLinkMinutes = 60;

/** Returns the URL of a verification link: a page with a button. Opening it changes nothing (ACCT-02). */
export function verificationLink(publicUrl: string, secret: string): string {
  return `${publicUrl}/verify-email?token=${secret}`;
}

/** Maximum age of the sign-in at the provider when a member confirms by it (ACCT-05). */
export const confirmMaxAgeSeconds = 60;

/** Additional time for the way back from the provider, and for clocks that differ. */
const confirmLeewaySeconds = 60;

/** Whether a member who confirms has just signed in at the provider; null when the provider does not say when. */
export function isJustSignedIn(authenticatedAt: Date | null, now: Date): boolean | null {
  if (authenticatedAt === null) return null;
  return now.getTime() - authenticatedAt.getTime() <= (confirmMaxAgeSeconds + confirmLeewaySeconds) * 1000;
}

const loopback = /^(localhost|127\.0\.0\.1|\[::1\])$/;
const google = { issuer: 'accounts.google.com', pictures: '.googleusercontent.com' };

type Claimed = { email: string; hostedDomain: unknown; issuer: string };

/**
 * Whether Google vouches for an address: at gmail.com, and of an organisation on Google Workspace (`hd`). It verified
 * any other address once, and does not say when (developers.google.com/identity/gsi/web/guides/verify-google-id-token).
 * Another issuer vouches for none, because its claims need not mean the same. A stand-in on this machine counts as
 * Google.
 */
export function isAuthoritative({ email, hostedDomain, issuer }: Claimed): boolean {
  const provider = URL.parse(issuer);
  if (provider?.host !== google.issuer && !loopback.test(provider?.hostname ?? '')) return false;
  return domainOfAddress(email) === 'gmail.com' || (typeof hostedDomain === 'string' && hostedDomain !== '');
}

/** Minutes that a sign-in by a provider waits for its code. */
export const secondStepMinutes = 10;

/** Maximum age of the sign-in of an account without a password, where others enter theirs (SET-19). */
export const providerSignInSeconds = 15 * 60;

/**
 * Returns the minutes to wait after the first failed attempt in a row, the second and so on: none before the tenth,
 * then 1, 2, 4, 8 and 15, and a day from the last one, when a mailed link is offered instead (NIST 800-63B-4).
 */
export function waitMinutesUpTo(lockoutFailures: number): number[] {
  const waits = [0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 4, 8];
  return Array.from({ length: lockoutFailures }, (_, index) =>
    index + 1 === lockoutFailures ? 24 * 60 : (waits[index] ?? 15),
  );
}

const browsers: [RegExp, string][] = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\b(OPR|Opera)\//, 'Opera'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Chrome|Chromium|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];
const systems: [RegExp, string][] = [
  [/\b(iPhone|iPad|iPod)\b/, 'iOS'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
];

/**
 * Returns the name of a device for its owner: "Firefox on Windows". The description that a browser sends of itself is
 * only a hint.
 */
export function deviceName(userAgent: string | null): string {
  const nameIn = (names: [RegExp, string][]) => names.find(([pattern]) => pattern.test(userAgent ?? ''))?.[1];
  const [browser, system] = [nameIn(browsers), nameIn(systems)];
  if (browser && system) return `${browser} on ${system}`;
  return browser ?? (system ? `A browser on ${system}` : 'Unknown device');
}

/** Returns a code in the form in which it is compared: without blanks and dashes, in capitals. */
export function plainCode(code: string): string {
  return code.replace(/[\s-]/g, '').toUpperCase();
}

/** Returns the path to open after a sign-in; anything that could lead outside the portal becomes the first page. */
export function ownPath(given: string | undefined): string {
  return given !== undefined && isOwnPath(given) ? given : '/';
}

/**
 * Returns the URL of a picture in a provider's token if the portal may fetch it: over https from the provider's own
 * hosts. A provider on this machine, which is a stand-in, names pictures on this machine.
 */
export function pictureAddress(claim: unknown, issuer: string): string | null {
  const [address, provider] = [URL.parse(String(claim)), URL.parse(issuer)];
  if (typeof claim !== 'string' || claim.length > 2000 || !address || !provider) return null;
  if (!/^https?:$/.test(address.protocol) || address.username !== '' || address.password !== '') return null;
  if (loopback.test(provider.hostname)) return loopback.test(address.hostname) ? address.href : null;
  const isGoogle = provider.host === google.issuer && address.host.endsWith(google.pictures);
  return address.protocol === 'https:' && (isGoogle || address.host === provider.host) ? address.href : null;
}
