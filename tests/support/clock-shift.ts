/** Variables by which libfaketime, once it is preloaded, shifts the clock of a program. */
const names = ['LD_PRELOAD', 'FAKETIME', 'FAKETIME_DONT_FAKE_MONOTONIC', 'DONT_FAKE_MONOTONIC'] as const;

/**
 * Returns the variables that shift a program's clock by so many seconds. Time that only grows is left alone, because
 * programs wait by it; the older of its two names is that of libfaketime before 0.9.10.
 */
export function shiftClock(library: string, seconds: number): Record<(typeof names)[number], string> {
  const offset = `${seconds < 0 ? '-' : '+'}${Math.abs(seconds)}s`;
  return { LD_PRELOAD: library, FAKETIME: offset, FAKETIME_DONT_FAKE_MONOTONIC: '1', DONT_FAKE_MONOTONIC: '1' };
}

/** The shift of this process, to hand on to PostgreSQL; empty in a process whose clock is right. */
export function clockShift(environment: NodeJS.ProcessEnv): Record<string, string> {
  if (!environment.FAKETIME) return {};
  return Object.fromEntries(names.map((name) => [name, environment[name] ?? '']));
}
