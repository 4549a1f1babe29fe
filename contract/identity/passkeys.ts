import * as z from 'zod/mini';
import { codeText, requiredText } from '../text.ts';

/** Maximum passkeys of one account (PASS-01). */
export const mostPasskeys = 10;

/** One passkey of the caller; times are ISO 8601 in UTC. */
export const Passkey = z.object({
  id: z.int(),
  name: z.string(),
  createdAt: z.string(),
  /** Null until it has signed in or confirmed. */
  lastUsedAt: z.nullable(z.string()),
  /** Whether a password manager has copied it to the member's other devices. */
  isSynced: z.boolean(),
  /** The host at which it works, if that is not this portal's; null when it works here. */
  otherHost: z.nullable(z.string()),
});
export type Passkey = z.infer<typeof Passkey>;

/** The caller's passkeys, the oldest first. */
export const Passkeys = z.object({
  passkeys: z.array(Passkey),
  /** Reason why this portal offers no passkeys; null when it does. */
  problem: z.nullable(z.string()),
  /** Whether the caller is an administrator who must add one before administering (PASS-03). */
  isMissing: z.boolean(),
});
export type Passkeys = z.infer<typeof Passkeys>;

export const PasskeyForm = z.object({ name: requiredText({ field: 'Name', max: 60 }) });
export type PasskeyForm = z.infer<typeof PasskeyForm>;

const Credential = z.object({
  id: z.string(),
  type: z.literal('public-key'),
  transports: z.optional(z.array(z.string())),
});

/** Options of `navigator.credentials.create`, bytes in base64url (WebAuthn, PublicKeyCredentialCreationOptionsJSON). */
export const CreationOptions = z.object({
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  challenge: z.string(),
  pubKeyCredParams: z.array(z.object({ alg: z.int(), type: z.literal('public-key') })),
  timeout: z.int(),
  attestation: z.literal('none'),
  excludeCredentials: z.array(Credential),
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.boolean(),
    userVerification: z.literal('required'),
  }),
  extensions: z.object({ credProps: z.boolean() }),
});
export type CreationOptions = z.infer<typeof CreationOptions>;

/** Options of `navigator.credentials.get`. Without `allowCredentials` the authenticator offers all that it has. */
export const RequestOptions = z.object({
  rpId: z.string(),
  challenge: z.string(),
  timeout: z.int(),
  userVerification: z.literal('required'),
  allowCredentials: z.optional(z.array(Credential)),
});
export type RequestOptions = z.infer<typeof RequestOptions>;

const rejected = 'The passkey could not be read';
const bytes = (most: number) => codeText(/^[A-Za-z0-9_-]+$/, rejected).check(z.maxLength(most, rejected));

// A credential id has up to 1,023 bytes (WebAuthn, section 4).
const credential = {
  id: bytes(1364),
  rawId: bytes(1364),
  type: z.literal('public-key', { error: rejected }),
};

/** A new passkey as the browser made it (WebAuthn, RegistrationResponseJSON). */
export const NewPasskey = z.object(
  {
    ...credential,
    response: z.object(
      {
        clientDataJSON: bytes(4096),
        attestationObject: bytes(8192),
        transports: z.optional(
          z.array(codeText(/^[a-z-]{1,30}$/, rejected), { error: rejected }).check(z.maxLength(10, rejected)),
        ),
      },
      { error: rejected },
    ),
  },
  { error: rejected },
);
export type NewPasskey = z.infer<typeof NewPasskey>;

/** A challenge that a passkey has signed (WebAuthn, AuthenticationResponseJSON). */
export const SignedChallenge = z.object(
  {
    ...credential,
    response: z.object(
      {
        clientDataJSON: bytes(4096),
        authenticatorData: bytes(4096),
        signature: bytes(4096),
        userHandle: z.optional(z.nullable(bytes(88))),
      },
      { error: rejected },
    ),
  },
  { error: rejected },
);
export type SignedChallenge = z.infer<typeof SignedChallenge>;
