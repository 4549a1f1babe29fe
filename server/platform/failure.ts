import { type ErrorCode, errors } from '#contract/errors.ts';

/** A fact, or the ids of what a refusal is about. */
type FailureField = boolean | readonly number[];

type FailureDetails = Pick<Failure, 'retryAfterSeconds' | 'fields'>;

/** An expected refusal: one code of the vocabulary, its status and its sentence. */
export class Failure extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  /** Seconds to wait, answered as Retry-After. */
  readonly retryAfterSeconds: number | null;
  /** What the reply says beside code and message. */
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
 * Refuses: `throw fail('accounts.email-taken')`.
 * @param values fill the `{names}` of the sentence
 */
export function fail(code: ErrorCode, values: Record<string, string | number> = {}): Failure {
  return failWith(code, {}, values);
}

/** The same with something that the reply says beside code and message. */
export function failWith(
  code: ErrorCode,
  fields: Record<string, FailureField>,
  values: Record<string, string | number> = {},
): Failure {
  const message = errors[code].message.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''));
  return new Failure(code, { message, fields });
}

/** Refuses a value of the right shape that is wrong all the same, in the form's own words. */
export function failInvalid(message: string): Failure {
  return new Failure('request.invalid', { message });
}

/** Refuses because too much was tried, and says when another try makes sense. */
export function failTooMany(retryAfterSeconds: number, code: ErrorCode = 'request.too-many'): Failure {
  const message = errors[code].message.replace('{wait}', waitInWords(retryAfterSeconds));
  return new Failure(code, { message, retryAfterSeconds });
}

/** In the largest unit that fits, rounded up: waiting that long is enough. */
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

/** Refuses because too much is under way. */
export function failBusy(retryAfterSeconds: number): Failure {
  return new Failure('request.busy', { message: errors['request.busy'].message, retryAfterSeconds });
}
