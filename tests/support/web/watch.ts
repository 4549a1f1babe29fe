let found: string[] = [];
let expected = new Map<RegExp, boolean>();

/** Fails the running test at its end. */
export function problem(text: string): void {
  found.push(text);
}

/** This test provokes an error that the app, React or the router only logs. */
export function expectLog(pattern: RegExp): void {
  expected.set(pattern, false);
}

/** Judges what was written as an error to the console. */
export function noteLog(text: string): void {
  const pattern = [...expected.keys()].find((one) => one.test(text));
  if (pattern) expected.set(pattern, true);
  else problem(`console: ${text}`);
}

/** Returns everything that should not have been, and forgets it for the next test. */
export function takeProblems(): string[] {
  const problems = [
    ...found,
    ...[...expected].filter(([, happened]) => !happened).map(([pattern]) => `never logged: ${pattern}`),
  ];
  found = [];
  expected = new Map();
  return problems;
}
