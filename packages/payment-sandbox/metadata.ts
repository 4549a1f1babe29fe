import type Stripe from 'stripe';
import { invalidRequest } from './errors.ts';

const limits = { keys: 50, keyLength: 40, valueLength: 500 };

/**
 * Merges metadata per key, as every update of Stripe's does: an empty value deletes the key, an empty parameter all.
 * @param sent what the call sent, already checked to be text by key
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
