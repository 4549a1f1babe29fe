/** Shares of the minutes of a long run that its parts may take; parts run at the same time where workers are free. */
const shares = { calls: 0.85, histories: 0.85, files: 0.08 };

export function budgetMs(minutes: number, part: keyof typeof shares): number {
  return minutes * 60_000 * shares[part];
}

/** Prints lines, also where the runner hides the output of tests. */
export function tell(...lines: string[]): void {
  for (const line of lines) process.stdout.write(`fuzz: ${line}\n`);
}
