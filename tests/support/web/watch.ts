let found: string[] = [];
let expected = new Map<RegExp, boolean>();

/** Fails the running test at its end. */
export function problem(text: string): void {
  found.push(text);
}

/** Announces an error that this test provokes and that the app, React or the router only logs. */
export function expectLog(pattern: RegExp): void {
  expected.set(pattern, false);
}

/** Checks a text that was written as an error to the console. */
export function noteLog(text: string): void {
  const pattern = [...expected.keys()].find((one) => one.test(text));
  if (pattern) expected.set(pattern, true);
  else problem(`console: ${text}`);
}

/** Returns all problems of the test, and removes them for the next one. */
export function takeProblems(): string[] {
  const problems = [
    ...found,
    ...[...expected].filter(([, happened]) => !happened).map(([pattern]) => `never logged: ${pattern}`),
  ];
  found = [];
  expected = new Map();
  return problems;
}
