import * as z from 'zod/mini';
import { scopeNames } from '../scopes.ts';
import { Id, requiredText } from '../text.ts';

/** Maximum number of keys of one owner (APIKEY-02). */
export const maxKeys = 20;

/** Days after which a key expires. */
export const keyLives = [30, 90, 365] as const;

const scopesError = 'Choose at least one scope';

const keyFields = {
  name: requiredText({ field: 'Name', max: 60, required: 'Name the key' }),
  scopes: z
    .array(z.enum(scopeNames, { error: 'This is no scope' }), { error: scopesError })
    .check(z.minLength(1, scopesError), z.maxLength(scopeNames.length, 'These are too many scopes')),
};

const KeyLife = z.union([z.literal(30), z.literal(90), z.literal(365)], {
  error: 'A key expires after 30, 90 or 365 days',
});

/** A new key of a member or of an organisation. */
export const KeyForm = z.object({ ...keyFields, expiresInDays: KeyLife });
export type KeyForm = z.infer<typeof KeyForm>;

/** A new key of the portal, which may have no end. */
export const PortalKeyForm = z.object({ ...keyFields, expiresInDays: z.nullable(KeyLife) });
export type PortalKeyForm = z.infer<typeof PortalKeyForm>;

/** Fields of a key that can be changed. */
export const KeyChange = z.object(keyFields);
export type KeyChange = z.infer<typeof KeyChange>;

/** A key; times are ISO 8601 in UTC. */
export const ApiKey = z.object({
  id: z.int(),
  name: z.string(),
  /** The beginning of the key, by which its owner recognises it. */
  start: z.string(),
  scopes: z.array(z.enum(scopeNames)),
  /** Null for a key without an end. */
  expiresAt: z.nullable(z.string()),
  /** The day of the last call, in UTC, and the network that it came from; null before the first. */
  lastUse: z.nullable(z.object({ on: z.string(), network: z.string() })),
  madeBy: z.string(),
  /** The owner who took over a key of an organisation; null while its maker keeps it. */
  takenOverBy: z.nullable(z.string()),
  createdAt: z.string(),
  /**
   * Time at which a key of an organisation ends because its person is no longer an owner, unless another owner takes it
   * over; null for other keys.
   */
  endsUnlessTakenOverAt: z.nullable(z.string()),
});
export type ApiKey = z.infer<typeof ApiKey>;

/** A key that was just made, with its secret, which is never shown again. */
export const NewApiKey = z.object({ key: ApiKey, token: z.string() });
export type NewApiKey = z.infer<typeof NewApiKey>;

export const KeyOfOrganisation = z.object({ id: Id, keyId: Id });
export type KeyOfOrganisation = z.infer<typeof KeyOfOrganisation>;
