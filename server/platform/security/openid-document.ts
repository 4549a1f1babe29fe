/** Returns where the discovery document of an issuer is (OpenID Connect Discovery 1.0, section 4.1). */
export function discoveryAddress(issuer: string): string {
  return `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
}

/** Signing algorithms of identity tokens whose key is public; a secret that both sides know signs nothing here. */
const algorithms = /^((RS|PS)(256|384|512)|ES(256|384|512)|EdDSA|Ed25519)$/;

/** The parts of a discovery document that the portal uses. */
export type ProviderDocument = {
  issuer: string;
  authorization_endpoint: string;
  token_endpoint: string;
  jwks_uri: string;
  [name: string]: unknown;
};

/** Returns a document's texts in a list; anything else is left out. */
export function textsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
}

export function usableAlgorithms(document: Record<string, unknown>): string[] {
  return textsOf(document.id_token_signing_alg_values_supported ?? ['RS256']).filter((name) => algorithms.test(name));
}

/** Whether the endpoints of a document can be used: complete, and over https unless the issuer is on this machine. */
export function isComplete(document: Record<string, unknown>, issuer: string): document is ProviderDocument {
  const mayBePlain = issuer.startsWith('http:');
  return ['authorization_endpoint', 'token_endpoint', 'jwks_uri'].every((name) => {
    const protocol = URL.parse(String(document[name]))?.protocol;
    return protocol === 'https:' || (mayBePlain && protocol === 'http:');
  });
}
