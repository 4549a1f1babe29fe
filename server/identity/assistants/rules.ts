import type { AssistantRequestQuery, ReturnPlace } from '#contract/identity/assistants.ts';
import { assistantScopes, usualAssistantScopes } from '#contract/identity/assistants.ts';
import { beginningOf } from '#contract/lines.ts';
import { isObject } from '#contract/objects.ts';
import type { Scope } from '#contract/scopes.ts';

/** Names of this computer and its loopback addresses, as the parser of URLs writes them. */
const ownComputer = ['127.0.0.1', '[::1]', 'localhost'];

/** Schemes that browsers or systems handle themselves, so that no app can receive a response through them. */
const noApps = new Set(
  'about blob chrome data file filesystem ftp http https intent javascript mailto sms tel vbscript view-source ws wss'
    .split(' ')
    .map((scheme) => `${scheme}:`),
);

const maxAddress = 500;

/** Classifies a redirect address; null for an address that no client can have. */
export function returnPlaceOf(address: string): ReturnPlace | null {
  const url = address.length <= maxAddress && /^[\x21-\x7e]+$/.test(address) ? URL.parse(address) : null;
  if (!url || address.includes('#') || url.username !== '' || url.password !== '') return null;
  if (url.protocol === 'https:') return { kind: 'website', name: url.host };
  if (url.protocol === 'http:') return isOwnComputer(url) ? { kind: 'computer', name: url.host } : null;
  return noApps.has(url.protocol) ? null : { kind: 'app', name: url.protocol };
}

const isOwnComputer = ({ hostname }: URL) => ownComputer.includes(hostname);

/**
 * Returns the source for the content security policy of the consent page, whose form is answered by a redirect to the
 * client; null when no client can have the address.
 */
export function formTargetOf(address: string): string | null {
  const place = returnPlaceOf(address);
  if (place === null) return null;
  if (place.kind === 'app') return place.name;
  // A policy cannot name an IPv6 address.
  return place.name.startsWith('[') ? 'http:' : new URL(address).origin;
}

/**
 * Whether an address is one of those that the client registered: the same text, or on this computer with any port,
 * because programs get one when they start (RFC 8252, section 7.3).
 */
export function isRegistered(address: string, registered: readonly string[]): boolean {
  return registered.includes(address) || registered.some((known) => isSameProgram(known, address));
}

function isSameProgram(known: string, address: string): boolean {
  const [one, other] = [URL.parse(known), URL.parse(address)];
  if (one?.protocol !== 'http:' || other?.protocol !== 'http:' || !isOwnComputer(other)) return false;
  one.port = '';
  other.port = '';
  return one.href === other.href && returnPlaceOf(address) !== null;
}

/**
 * Whether a client's id is the URL of a document about it (OAuth Client ID Metadata Document, section 3). Plain http is
 * for this computer alone, which only a demo calls.
 */
export function isDocumentUrl(clientId: string): boolean {
  const url = URL.parse(clientId);
  if (!url || url.href !== clientId || url.pathname === '/' || clientId.includes('#')) return false;
  if (url.username !== '' || url.password !== '') return false;
  return url.protocol === 'https:' || (url.protocol === 'http:' && isOwnComputer(url));
}

const maxName = 80;
const maxRedirects = 20;

export type ClientFacts = { name: string; redirectUris: string[] };

/**
 * Reads the document of a client. Leaves out redirect URIs on other hosts, for which the document cannot speak; those
 * on its own host, on this computer and of apps remain.
 * @returns the facts, or the reason why it is refused
 */
export function readDocument(text: string, clientId: string): ClientFacts | { reason: string } {
  const fields = fieldsOf(text);
  if (!fields) return { reason: 'it is not a JSON object' };
  if (fields.client_id !== clientId) return { reason: 'it names another client' };
  if ('client_secret' in fields || !isPublic(fields)) {
    return { reason: 'it is not that of a public client' };
  }
  const name = nameOf(fields.client_name);
  if (name === null) return { reason: 'it has no name' };
  const { host } = new URL(clientId);
  const redirectUris = textsOf(fields.redirect_uris)
    .filter((address) => {
      const place = returnPlaceOf(address);
      return place !== null && (place.kind !== 'website' || place.name === host);
    })
    .slice(0, maxRedirects);
  if (redirectUris.length === 0) return { reason: 'it has no redirect address on its own host' };
  return { name, redirectUris };
}

/**
 * Whether a client needs no secret and no key here. A client's document serves all servers, so it may prefer a key to
 * `none`.
 */
function isPublic({
  token_endpoint_auth_method: method = 'none',
  token_endpoint_auth_methods_supported: others,
}: Fields) {
  return method === 'none' || textsOf(others).includes('none');
}

export type ProtocolError = { error: string; description: string };

/** Reads a registration (RFC 7591). Every client becomes a public one, because the portal gives no secrets. */
export function readRegistration(body: unknown): ClientFacts | ProtocolError {
  const fields = isObject(body) ? body : {};
  const redirectUris = textsOf(fields.redirect_uris);
  const places = redirectUris.map(returnPlaceOf);
  const [first] = places;
  if (!first || places.includes(null) || redirectUris.length > maxRedirects) {
    return {
      error: 'invalid_redirect_uri',
      description: 'redirect_uris must be https addresses, addresses on loopback, or of the scheme of an app.',
    };
  }
  return { name: nameOf(fields.client_name) ?? first.name, redirectUris };
}

type Fields = Record<string, unknown>;

function fieldsOf(text: string): Fields | null {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}

const textsOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.map((one) => (typeof one === 'string' ? one : '')) : [];

function nameOf(value: unknown): string | null {
  return typeof value === 'string' && value.isWellFormed() ? beginningOf(value, maxName) || null : null;
}

/**
 * Returns the requested scopes that assistants can have; the usual ones when the request names none.
 * @returns null when none of the requested scopes exists
 */
export function scopesAsked(scope: string | undefined): Scope[] | null {
  const asked = (scope ?? '').split(' ').filter(Boolean);
  const scopes =
    asked.length === 0 ? [...usualAssistantScopes] : assistantScopes.filter((name) => asked.includes(name));
  return scopes.length > 0 ? scopes : null;
}

/** Returns the mistake of a request whose client and redirect address are right (OAuth 2.1, section 4.1.2.1). */
export function mistakeOf(query: AssistantRequestQuery, resource: string): ProtocolError | null {
  if (query.response_type !== 'code') {
    return { error: 'unsupported_response_type', description: 'response_type must be code.' };
  }
  if (query.code_challenge_method !== 'S256' || !/^[\w-]{43}$/.test(query.code_challenge ?? '')) {
    return { error: 'invalid_request', description: 'A code_challenge by the method S256 is required.' };
  }
  if (query.resource !== resource) return { error: 'invalid_target', description: `resource must be ${resource}.` };
  if (scopesAsked(query.scope) === null) return { error: 'invalid_scope', description: 'No such scope exists.' };
  return null;
}

/** Returns the redirect address with the response parameters, the state and the issuer (RFC 9207). */
export function responseUrl(
  { redirect_uri: address = '', state }: AssistantRequestQuery,
  answer: Record<string, string>,
  issuer: string,
): string {
  const added = new URLSearchParams({ ...answer, ...(state !== undefined && { state }), iss: issuer });
  return `${address}${address.includes('?') ? '&' : '?'}${added}`;
}
