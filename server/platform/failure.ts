import { type ErrorCode, errors } from '#contract/errors.ts';

/** A fact, the ids or texts that an error is about, or the instants that its message names (GEN-27). */
type FailureField =
  | boolean
  | readonly number[]
  | readonly { text: string; at: string }[]
  | Readonly<Record<string, string>>;

type FailureDetails = Pick<Failure, 'retryAfterSeconds' | 'fields'>;

/** An expected error: one code of the contract, its status and its message. */
export class Failure extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  /** Seconds to wait, sent as Retry-After. */
  readonly retryAfterSeconds: number | null;
  /** Fields of the reply besides code and message. */
  readonly fields: Readonly<Record<string, FailureField>>;

  constructor(
    code: ErrorCode,
    { message, retryAfterSeconds = null, fields = {} }: { message: string } & Partial<FailureDetails>,
  ) {
    super(message);
    this.name = 'Failure';
    this.code = code;
    this.status = errors[code].status;
    this.retryAfterSeconds = retryAfterSeconds;
    this.fields = fields;
  }
}

/**
 * Makes an expected error: `throw fail('accounts.email-taken')`.
 * @param values fill the `{names}` of the message
 */
export function fail(code: ErrorCode, values: Record<string, string | number> = {}): Failure {
  return failWith(code, {}, values);
}

/** Like `fail`, but with further fields of the reply. */
export function failWith(
  code: ErrorCode,
  fields: Record<string, FailureField>,
  values: Record<string, string | number> = {},
): Failure {
  const message = errors[code].message.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''));
  return new Failure(code, { message, fields });
}

/** Makes the error of a value that is wrong although its schema accepts it, with a message of its own. */
export function failInvalid(message: string): Failure {
  return new Failure('request.invalid', { message });
}

/** Makes the error of too many calls, which says when another attempt is useful. */
export function failTooMany(retryAfterSeconds: number, code: ErrorCode = 'request.too-many'): Failure {
  const message = errors[code].message.replace('{wait}', waitInWords(retryAfterSeconds));
  return new Failure(code, { message, retryAfterSeconds });
}

/** Formats a wait in the largest unit that fits, rounded up, so that waiting that long is enough. */
export function waitInWords(seconds: number): string {
  const [size, unit] = (
    [
      [3600, 'hour'],
      [60, 'minute'],
    ] as const
  ).find(([least]) => seconds >= least) ?? [1, 'second'];
  const count = Math.ceil(seconds / size);
  return count === 1 ? `1 ${unit}` : `${count} ${unit}s`;
}

/** Makes the error of too much work under way. */
export function failBusy(retryAfterSeconds: number): Failure {
  return new Failure('request.busy', { message: errors['request.busy'].message, retryAfterSeconds });
}
