/** Variables by which libfaketime, once preloaded, shifts the clock of a program. */
const names = ['LD_PRELOAD', 'FAKETIME', 'FAKETIME_DONT_FAKE_MONOTONIC', 'DONT_FAKE_MONOTONIC'] as const;

/**
 * Returns the variables that shift a program's clock by `seconds`. The monotonic clock is not shifted, because programs
 * wait by it; its variable has two names, the older one for libfaketime before 0.9.10.
 */
export function shiftClock(library: string, seconds: number): Record<(typeof names)[number], string> {
  const offset = `${seconds < 0 ? '-' : '+'}${Math.abs(seconds)}s`;
  return { LD_PRELOAD: library, FAKETIME: offset, FAKETIME_DONT_FAKE_MONOTONIC: '1', DONT_FAKE_MONOTONIC: '1' };
}

/** Returns the shift of this process, to pass on to PostgreSQL; empty in a process whose clock is not shifted. */
export function clockShift(environment: NodeJS.ProcessEnv): Record<string, string> {
  if (!environment.FAKETIME) return {};
  return Object.fromEntries(names.map((name) => [name, environment[name] ?? '']));
}
