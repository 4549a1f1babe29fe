import type Stripe from 'stripe';
import { invalidRequest } from './errors.ts';

/** Decoded but unchecked value: every leaf is text. */
export type RawValue = string | RawValue[] | { [name: string]: RawValue };
export type RawParameters = { [name: string]: RawValue };

/**
 * Decodes `a=1&b[c]=2&d[0][e]=3&f[]=4` into nested objects and arrays. Objects with only numeric keys become arrays, as
 * Stripe's own clients write them.
 */
export function decodeParameters(encoded: URLSearchParams): RawParameters {
  const root: RawParameters = Object.create(null);
  for (const [name, value] of encoded) place(root, pathOf(name), value);
  return Object.fromEntries(Object.entries(root).map(([name, value]) => [name, withArrays(value)]));
}

function pathOf(name: string): string[] {
  const first = name.indexOf('[');
  if (first < 1) return [name];
  const rest = [...name.slice(first).matchAll(/\[([^\]]*)\]/g)].map((match) => match[1] ?? '');
  if (`${name.slice(0, first)}${rest.map((part) => `[${part}]`).join('')}` !== name) {
    throw invalidRequest(`Invalid parameter name: ${name}`, { param: name });
  }
  return [name.slice(0, first), ...rest];
}

function place(target: RawParameters, path: string[], value: string): void {
  let at = target;
  for (const [depth, part] of path.entries()) {
    const key = part === '' && depth > 0 ? String(Object.keys(at).length) : part;
    if (depth === path.length - 1) {
      at[key] = value;
      return;
    }
    const next = at[key];
    // When a name is used both as a value and as an object, the object wins; the check of its structure follows later.
    // Objects have no prototype here, so that a parameter named __proto__ stays a parameter.
    at = at[key] = typeof next === 'object' && !Array.isArray(next) ? next : (Object.create(null) as RawParameters);
  }
}

function withArrays(value: RawValue): RawValue {
  if (typeof value === 'string' || Array.isArray(value)) return value;
  const entries = Object.entries(value).map(([name, inner]) => [name, withArrays(inner)] as const);
  const isList = entries.length > 0 && entries.every(([name]) => /^\d+$/.test(name));
  if (!isList) return Object.fromEntries(entries);
  return entries.sort(([left], [right]) => Number(left) - Number(right)).map(([, inner]) => inner);
}

/**
 * Returns the new text of a field. An empty text clears the field (the SDK sends null this way), an absent one leaves
 * it unchanged.
 */
export function textOf(sent: Stripe.Emptyable<string> | undefined, current: string | null | undefined): string | null {
  if (sent === undefined) return current ?? null;
  return sent || null;
}

/** Returns a full address with null for absent parts; null without an address. */
export function addressOf(sent: Stripe.Emptyable<Stripe.AddressParam> | undefined): Stripe.Address | null {
  if (!sent) return null;
  const { city, country, line1, line2, postal_code, state } = sent;
  return {
    city: city || null,
    country: country || null,
    line1: line1 || null,
    line2: line2 || null,
    postal_code: postal_code || null,
    state: state || null,
  };
}

const limits = { keys: 50, keyLength: 40, valueLength: 500 };

/**
 * Merges metadata per key, as in every update of Stripe's: an empty value deletes the key, an empty parameter all keys.
 * @param sent the call's value, already checked to be text by key
 */
export function mergeMetadata(
  current: Stripe.Metadata,
  sent: Stripe.Emptyable<Stripe.MetadataParam> | undefined,
): Stripe.Metadata {
  if (sent === undefined) return current;
  if (sent === '') return {};
  const merged = { ...current };
  for (const [key, value] of Object.entries(sent ?? {})) {
    const text = String(value ?? '');
    checkLengths(key, text);
    if (text === '') delete merged[key];
    else merged[key] = text;
  }
  if (Object.keys(merged).length > limits.keys) {
    throw invalidRequest(`Metadata can have up to ${limits.keys} keys.`, { param: 'metadata' });
  }
  return merged;
}

function checkLengths(key: string, value: string): void {
  const param = `metadata[${key}]`;
  if (key.length > limits.keyLength) {
    throw invalidRequest(`Metadata keys can have up to ${limits.keyLength} characters, but you passed in "${key}".`, {
      param,
    });
  }
  if (value.length > limits.valueLength) {
    throw invalidRequest(
      `Metadata values can have up to ${limits.valueLength} characters, but you passed in a value that is ${value.length} characters.`,
      { param },
    );
  }
}
