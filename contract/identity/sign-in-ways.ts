import * as z from 'zod/mini';

/** Ways of signing in that a new password ends unless the owner keeps them (SET-20). */
export const keptWaysIn = ['passkeys', 'identities', 'devices', 'private-address'] as const;

const keepSentence = 'keep may name passkeys, identities, devices and private-address';
export type KeptWayIn = (typeof keptWaysIn)[number];

/** Ways of signing in that a new password keeps; by default none. */
export const Keep = z.optional(
  z
    .array(z.enum(keptWaysIn, { error: keepSentence }), { error: 'keep must be a list' })
    .check(z.maxLength(keptWaysIn.length, keepSentence)),
);

/** The ways of signing in to the caller's account that Settings lists together; times are ISO 8601 in UTC. */
export const WaysIn = z.object({
  hasPassword: z.boolean(),
  twoFactorEnabled: z.boolean(),
  /** Unused recovery codes; 0 while the second factor is off. */
  recoveryCodesLeft: z.int(),
  /** Address that gets a link when a company ends the only way in (SSO-05); null without a confirmed one. */
  privateAddress: z.nullable(z.string()),
  passkeys: z.array(z.object({ name: z.string(), addedAt: z.string() })),
  identities: z.array(z.object({ id: z.int(), issuer: z.string(), email: z.string(), linkedAt: z.string() })),
  /** Devices on which the account was used, signed in or not. */
  devices: z.array(z.object({ device: z.string(), lastSeenAt: z.string() })),
  /** Links in mails that still work. */
  links: z.array(
    z.object({
      purpose: z.enum(['verify_email', 'set_password', 'second_step']),
      sentAt: z.string(),
      expiresAt: z.string(),
    }),
  ),
});
export type WaysIn = z.infer<typeof WaysIn>;

/** The URL of the sign-in provider's page on which a member chooses the account to connect. */
export const ProviderAddress = z.object({ address: z.string() });
export type ProviderAddress = z.infer<typeof ProviderAddress>;
