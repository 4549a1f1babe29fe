import { errors } from '#contract/errors.ts';
import type { Answer } from '#tests/support/client.ts';
import { sayingsAllowed } from './allowed.ts';
import type { Operation } from './operations.ts';

/** `valid`: generated from the API's description; `broken`: forbidden by it; `odd`: changed, but still allowed. */
export type Kind = 'valid' | 'broken' | 'odd';

/** Internal details that an error must not reveal: paths of files, SQL, lines of a stack. */
const inside =
  /(\/(home|root|tmp|usr|var|work|opt)\/|node_modules|[\w-]+\.(ts|js|mjs):\d+|\bat \w+ \(|\bselect\b.+\bfrom\b|insert into|violates|duplicate key|syntax error at|invalid input syntax|ECONN|_constraint|_key"|pg_)/i;

const errorBytes = 200;

/** Returns the fault of a response; null without a fault. */
export function faultOf(operation: Operation, kind: Kind, { status, body, raw, headers }: Answer): string | null {
  if (status === 503 && meant.has(String(body.code))) return null;
  if (status >= 500) return `answered ${status}`;
  if (kind === 'broken' && !(status >= 400 && status < 500)) return `answered ${status} though broken`;
  if (status === 400 && kind === 'valid' && !isRule(operation, body)) return `answered 400 though valid`;
  if (status >= 400) return faultOfError({ body, raw, headers });
  const wrong = operation.checkReply(status, body);
  return wrong && `answered what its document does not describe: ${wrong}`;
}

/**
 * Expected responses with 503: the payment provider's stand-in keeps its own records, which the test does not reset;
 * and a busy machine rejects calls, which then do nothing.
 */
const meant = new Set(['purchases.provider-failed', 'purchases.unconfirmed', 'billing.portal-failed', 'request.busy']);

function isRule({ name }: Operation, { code, message }: Answer['body']): boolean {
  return sayingsAllowed.some(
    ({ call, says }) =>
      (call === undefined || call.test(name)) && (says.test(String(code)) || says.test(String(message))),
  );
}

function faultOfError({ body, raw, headers }: Pick<Answer, 'body' | 'raw' | 'headers'>): string | null {
  if (!String(headers['content-type']).startsWith('application/json')) return 'is an error without JSON';
  if (!(String(body.code) in errors) || typeof body.message !== 'string') return 'is an error outside the vocabulary';
  if (raw.length > errorBytes) return `is an error of ${raw.length} bytes`;
  return inside.test(body.message) ? 'reveals what is inside' : null;
}
