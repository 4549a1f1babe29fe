/**
 * `npm run test:dates -- [--day=<name>] [--zone=<zone>] [--long] [files]`: unit and API tests on days that programs
 * often handle wrongly, those tagged `long` only with `--long`.
 */
import { parseArgs } from 'node:util';
import { dayNames, lacksLibrary, makeStage, runsOf } from './dates.ts';
import { makeScratchFolder } from './scratch-folder.ts';
import { summarise } from './summary.ts';
import { runBeside, type StageResult } from './test-stage.ts';

const { values, positionals } = parseArgs({
  options: { day: { type: 'string' }, zone: { type: 'string' }, long: { type: 'boolean' } },
  allowPositionals: true,
});
const runs = runsOf(values);
if (runs.length === 0) {
  stopWith(`No such day or zone. The days are ${dayNames.join(', ')}; each has UTC and one other zone.`);
}
const scratch = makeScratchFolder();
const results: StageResult[] = [];
for (const run of runs) {
  const stage = await makeStage(run, values.long ? '' : "--tags-filter='!long'", positionals);
  if (!stage) stopWith(`No test ran: ${lacksLibrary}`);
  results.push(...(await runBeside(scratch, [[stage]])));
}
summarise('npm run test:dates', results);

function stopWith(sentence: string): never {
  console.error(sentence);
  process.exit(1);
}
