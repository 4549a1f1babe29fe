/** How long sign-ins last (ASVS 7.1.1): members 7 days idle and 30 in all, administrators 1 hour and 24. */
export const signInLife = {
  user: { idleHours: 7 * 24, totalHours: 30 * 24 },
  administrator: { idleHours: 1, totalHours: 24 },
} as const;

/** The longest that any sign-in lasts, for the cookie. */
export const longestSignInSeconds = signInLife.user.totalHours * 3600;

/** How old a sign-in may be for calls that need a fresh one (PERM-05). */
export function freshSignInSeconds(demo: boolean): number {
  return demo ? 12 * 3600 : 15 * 60;
}

/** Verification links, and set-password links by command, live a day; those that were asked for by mail an hour. */
export const dayLinkMinutes = 24 * 60;
export const resetLinkMinutes = 60;

/** The address of a verification link: a page with a button. Opening it changes nothing (ACCT-02). */
export function verificationLink(publicUrl: string, secret: string): string {
  return `${publicUrl}/verify-email?token=${secret}`;
}

/** How long a sign-in by a provider waits for its code. */
export const secondStepMinutes = 10;

/** How old the sign-in of an account without a password may be where others give theirs (SET-19). */
export const providerSignInSeconds = 15 * 60;

const waitMinutes = [1, 2, 4, 8, 15];
const failuresBeforeWaiting = 10;
const failuresBeforeDay = 100;

/**
 * Minutes that an address waits after so many failed sign-ins in a row: none before the tenth, then 1, 2, 4, 8 and
 * 15, and a day from the hundredth on (NIST 800-63B-4).
 */
export function minutesToWait(failures: number): number {
  if (failures < failuresBeforeWaiting) return 0;
  if (failures >= failuresBeforeDay) return 24 * 60;
  return waitMinutes[Math.min(failures - failuresBeforeWaiting, waitMinutes.length - 1)] ?? 15;
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

/** A device as its owner would call it: "Firefox on Windows". What a browser says of itself is only a hint. */
export function deviceName(userAgent: string | null): string {
  const nameIn = (names: [RegExp, string][]) => names.find(([pattern]) => pattern.test(userAgent ?? ''))?.[1];
  const [browser, system] = [nameIn(browsers), nameIn(systems)];
  if (browser && system) return `${browser} on ${system}`;
  return browser ?? (system ? `A browser on ${system}` : 'Unknown device');
}

/** A code as it is compared: without blanks and dashes, in capitals. */
export function plainCode(code: string): string {
  return code.replace(/[\s-]/g, '').toUpperCase();
}

/** A path of the portal to go to after a sign-in; anything that could lead elsewhere counts as the first page. */
export function ownPath(given: string | undefined): string {
  return given && /^\/(?![/\\])[\x21-\x5b\x5d-\x7e]*$/.test(given) ? given : '/';
}
