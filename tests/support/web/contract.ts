import * as z from 'zod/mini';
import type { Endpoint } from '#contract/endpoint.ts';

/** Returns how a value breaks the endpoint's schema for a part of a call; null when it fits, or without a schema. */
export function breachOf(endpoint: Endpoint, part: 'body' | 'response', value: unknown): string | null {
  const schema = endpoint[part];
  if (!schema) return null;
  const { success, error } = z.safeParse(schema, value);
  return success ? null : `${part} ${endpoint.method} ${endpoint.path}: ${z.prettifyError(error)}`;
}
