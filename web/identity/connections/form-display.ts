import type { Connection } from '#contract/identity/connections.ts';
import { defaultClaims, defaultScopes } from '#contract/identity/connections.ts';

/**
 * Values that both forms of a connection have. An empty short name or secret is undefined, and an empty last day is
 * null.
 */
export type ConnectionValues = {
  name: string;
  slug?: string | undefined;
  issuer: string;
  clientId: string;
  authMethod?: 'client_secret' | 'private_key_jwt' | undefined;
  clientSecret?: string | undefined;
  secretEndsOn?: string | null | undefined;
  scopes?: string | undefined;
  emailClaim?: string | undefined;
  firstNameClaim?: string | undefined;
  lastNameClaim?: string | undefined;
  sparesSecondFactor?: boolean | undefined;
  sessionHours?: number | undefined;
  directoryClaim?: 'sub' | 'oid' | undefined;
};

const fresh = {
  name: '',
  issuer: '',
  clientId: '',
  authMethod: 'client_secret',
  secretEndsOn: null,
  scopes: defaultScopes,
  emailClaim: defaultClaims.email,
  firstNameClaim: defaultClaims.firstName,
  lastNameClaim: defaultClaims.lastName,
  sparesSecondFactor: false,
  sessionHours: 12,
  directoryClaim: 'sub',
} as const;

/** Values that the form starts with: the stored ones, or for a new connection those that suit most providers. */
export function valuesOf(given: Connection | null): ConnectionValues {
  const { name, issuer, clientId, authMethod, secretEndsOn, scopes, directoryClaim } = given ?? fresh;
  const { emailClaim, firstNameClaim, lastNameClaim, sparesSecondFactor, sessionHours } = given ?? fresh;
  return {
    name,
    slug: given?.slug,
    issuer,
    clientId,
    authMethod,
    clientSecret: undefined,
    secretEndsOn,
    scopes,
    emailClaim,
    firstNameClaim,
    lastNameClaim,
    sparesSecondFactor,
    sessionHours,
    directoryClaim,
  };
}

/** Returns the values that differ from the saved ones: all that a change sends. */
export function changedOf<Values extends object>(saved: object, values: Values): Partial<Values> {
  const before = new Map<string, unknown>(Object.entries(saved));
  const changed = Object.entries(values).filter(
    ([name, value]) => value !== undefined && JSON.stringify(value) !== JSON.stringify(before.get(name)),
  );
  // Safe cast, because these are a part of the values by their own names.
  return Object.fromEntries(changed) as Partial<Values>;
}

/** An empty field means no value. */
export const orUndefined = (text: string): string | undefined => (text === '' ? undefined : text);
export const orNull = (text: string | null): string | null => text || null;
