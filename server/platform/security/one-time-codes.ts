import { Secret, TOTP } from 'otpauth';

/** Parameters that every authenticator supports (SET-12). */
const form = { algorithm: 'SHA1', digits: 6, period: 30 } as const;

/** Makes a secret of 160 bits, in base32. */
export function newCodeSecret(): string {
  return new Secret({ size: 20 }).base32;
}

/** Returns the otpauth:// URL for a QR code. */
export function codeAddress({ secret, account, issuer }: { secret: string; account: string; issuer: string }): string {
  return new TOTP({ ...form, issuer, label: account, secret }).toString();
}

/**
 * Returns the 30-second step of a code, counted from 1970; null when the code is wrong. Clocks may differ by one step.
 * @param secret in base32
 */
export function stepOfCode(
  code: string,
  { secret, nowSeconds }: { secret: string; nowSeconds: number },
): number | null {
  if (!/^\d{6}$/.test(code)) return null;
  const timestamp = nowSeconds * 1000;
  const delta = TOTP.validate({ ...form, token: code, secret: Secret.fromBase32(secret), timestamp, window: 1 });
  return delta === null ? null : TOTP.counter({ period: form.period, timestamp }) + delta;
}
