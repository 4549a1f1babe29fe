import type { Environment } from './rig/environment.ts';

/** Size of a run: all attempts, a part of them, or the few that `npm run test:rest` makes. */
export type Size = 'full' | 'quick' | 'short';

export type Setting = {
  environment: Environment;
  /** From 0 to below 1, the same for the same seed. */
  random(): number;
  /** Returns the number for the size of this run. */
  amount(full: number, quick: number, short?: number): number;
};

/** Thrown when this machine lacks a requirement of a run, so that the fault does not pass. */
export class NotPossibleHere extends Error {}

/** Result of a fault. */
export type Outcome = {
  tries: string;
  reached: string;
  goal: string;
  isMet: boolean;
  /** Errors after the fault; empty if nothing was lost. */
  wrong: string[];
};

/** A fault of the table; `run` causes it and returns the rest of its row. */
export type Fault = { name: string; title: string; run(setting: Setting): Promise<Outcome> };

/** Returns the numbers of a size; a short run without a number has the quick run's. */
export function amountOf(size: Size): Setting['amount'] {
  return (full, quick, short = quick) => ({ full, quick, short })[size];
}

export function oneOf<Value>(random: () => number, values: readonly Value[]): Value {
  // Safe cast, because the index is below the length, and no caller passes an empty list.
  return values[Math.floor(random() * values.length)] as Value;
}

/** Returns the values in a random order. */
export function shuffled<Value>(random: () => number, values: readonly Value[]): Value[] {
  return values
    .map((value) => ({ value, at: random() }))
    .sort((one, other) => one.at - other.at)
    .map(({ value }) => value);
}

/** Formats milliseconds as seconds, with one digit. */
export function seconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(1)} s`;
}
