/**
 * Reason why the portal cannot start, as one sentence for the person who starts it. main.ts prints it and exits with 1.
 */
export class StartError extends Error {
  override readonly name = 'StartError';
}

/** Returns the reason of an error in words; `fetch` hides it in the cause. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  if (cause instanceof AggregateError && cause.errors.length > 0) return reasonOf(cause.errors[0]);
  if (cause instanceof Error) return reasonOf(cause);
  const code = 'code' in error ? String(error.code) : '';
  return error.message || code || error.name;
}
