/**
 * Reason why the portal cannot start or a command fails, in sentences for the person who runs it. main.ts and the
 * commands print it and exit with 1.
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
