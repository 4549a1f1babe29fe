import type { Environment } from './rig/environment.ts';

/** How large a run is: all tries, a tenth of them, or the few that are part of `npm run test:rest`. */
export type Size = 'full' | 'quick' | 'short';

export type Setting = {
  environment: Environment;
  /** From 0 to below 1, the same for the same seed. */
  random(): number;
  /** The number for the size of this run. */
  amount(full: number, quick: number, short?: number): number;
};

/** What a run needs and this machine does not have; a fault then says so instead of passing. */
export class NotPossibleHere extends Error {}

/** What a fault came to. */
export type Outcome = {
  tries: string;
  reached: string;
  goal: string;
  isMet: boolean;
  /** What is wrong afterwards; nothing while nothing was lost. */
  wrong: string[];
};

/** One row of the table of faults: what is done to the portal and what it must reach. */
export type Fault = { name: string; title: string; run(setting: Setting): Promise<Outcome> };

/** Numbers of a size, with a quick run's where a short one has none of its own. */
export function amountOf(size: Size): Setting['amount'] {
  return (full, quick, short = quick) => ({ full, quick, short })[size];
}

/** One of the values, by chance. */
export function oneOf<Value>(random: () => number, values: readonly Value[]): Value {
  // Safe: the index is below the length, and no caller passes an empty list.
  return values[Math.floor(random() * values.length)] as Value;
}

/** The values in an order by chance. */
export function shuffled<Value>(random: () => number, values: readonly Value[]): Value[] {
  return values
    .map((value) => ({ value, at: random() }))
    .sort((one, other) => one.at - other.at)
    .map(({ value }) => value);
}

/** Milliseconds as seconds, with one digit. */
export function seconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(1)} s`;
}
