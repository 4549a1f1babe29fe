/**
 * `npm run test:faults`: breaks the services that a portal needs, one fault after the other, and prints the results
 * (docs/reliability.md). `-- --only=F04,F05` selects faults, `--quick` makes fewer attempts. The printed SEED
 * repeats the random choices of a run. `npm run test:operations` (`--operations`) runs the faults of an installation of
 * many nodes.
 */
import { parseArgs } from 'node:util';
import { seed } from '#tests/support/seed.ts';
import { randomFrom } from '../bench/catalogue.ts';
import { describeMachine } from '../bench/machine.ts';
import { printTable } from '../bench/table.ts';
import { operations } from '../operations/operations.ts';
import { amountOf, type Fault, NotPossibleHere, type Outcome, seconds } from './fault.ts';
import { faults } from './faults.ts';
import { type Environment, openEnvironment } from './rig/environment.ts';

const { values } = parseArgs({
  options: {
    operations: { type: 'boolean', default: false },
    only: { type: 'string' },
    quick: { type: 'boolean', default: false },
  },
});
const wanted = values.only?.split(',') ?? [];

type Row = Outcome & { isPossible: boolean };

async function runOne(fault: Fault, environment: Environment): Promise<Row> {
  const startedAt = performance.now();
  console.error(`${fault.name} ${fault.title} …`);
  try {
    const amount = amountOf(values.quick ? 'quick' : 'full');
    const outcome = await fault.run({ environment, random: randomFrom(seed), amount });
    console.error(`${fault.name} took ${seconds(performance.now() - startedAt)}: ${outcome.reached}`);
    for (const line of outcome.wrong.slice(0, 20)) console.error(`  wrong: ${line}`);
    return { ...outcome, isPossible: true };
  } catch (error) {
    const isPossible = !(error instanceof NotPossibleHere);
    console.error(isPossible ? error : `${fault.name}: ${error}`);
    const reached = isPossible
      ? 'it broke off, see above'
      : `not tried: ${error instanceof Error ? error.message : ''}`;
    return { tries: '', reached, goal: '', isMet: false, wrong: [], isPossible };
  }
}

// Started programs end with this one, each through a separate listener.
process.setMaxListeners(100);
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
const startedAt = performance.now();
const chosen = (values.operations ? operations : faults).filter(
  ({ name }) => wanted.length === 0 || wanted.includes(name),
);
const environment = await openEnvironment();
const outcomes: Row[] = [];
try {
  for (const fault of chosen) outcomes.push(await runOne(fault, environment));
} finally {
  await environment.close();
}
console.log(`${describeMachine('embedded')}\nSeed ${seed}, ${seconds(performance.now() - startedAt)} in all.\n`);
printTable(
  ['fault', 'tries', 'reached', 'goal', 'invariants broken', ''],
  outcomes.map(({ tries, reached, goal, isMet, wrong, isPossible }, index) => [
    `${chosen[index]?.name} ${chosen[index]?.title}`,
    tries,
    reached,
    goal,
    String(wrong.length),
    isPossible ? (isMet && wrong.length === 0 ? 'met' : 'missed') : 'not possible here',
  ]),
);
if (outcomes.some(({ isMet, wrong, isPossible }) => isPossible && (!isMet || wrong.length > 0))) process.exitCode = 1;
