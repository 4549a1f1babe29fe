/** Returns the URL of an issuer's discovery document (OpenID Connect Discovery 1.0, section 4.1). */
export function discoveryAddress(issuer: string): string {
  return `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
}

/** Accepted signing algorithms of identity tokens: only those with a public key, none with a shared secret. */
const algorithms = /^((RS|PS)(256|384|512)|ES(256|384|512)|EdDSA|Ed25519)$/;

/** The parts of a discovery document that the portal uses. */
export type ProviderDocument = {
  issuer: string;
  authorization_endpoint: string;
  token_endpoint: string;
  jwks_uri: string;
  [name: string]: unknown;
};

/** Returns the strings of a document's array, without its other values; an empty list for a value that is no array. */
export function textsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
}

export function usableAlgorithms(document: Record<string, unknown>): string[] {
  return textsOf(document.id_token_signing_alg_values_supported ?? ['RS256']).filter((name) => algorithms.test(name));
}

/** Whether all endpoints that every sign-in needs are there, over https unless the issuer itself uses http. */
export function isComplete(document: Record<string, unknown>, issuer: string): document is ProviderDocument {
  const mayBePlain = issuer.startsWith('http:');
  return ['authorization_endpoint', 'token_endpoint', 'jwks_uri'].every((name) => {
    const protocol = URL.parse(String(document[name]))?.protocol;
    return protocol === 'https:' || (mayBePlain && protocol === 'http:');
  });
}
