/**
 * `npm run test:fuzz -- --minutes=10`: random calls, random histories and random files against the real app, for about
 * so long, beside the other tests of this folder, which take as long as they need. The printed SEED repeats the calls.
 */
import { spawn } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const { values } = parseArgs({ options: { minutes: { type: 'string' } } });
const minutes = values.minutes ?? '10';
const seed = process.env.SEED ?? String(Date.now() % 1_000_000_000);
if (!(Number(minutes) > 0) || !/^\d{1,9}$/.test(seed)) {
  console.error('--minutes is a number above 0, SEED one of at most nine digits.');
  process.exit(1);
}

console.log(`Seed ${seed}, ${minutes} minutes. Again with the same calls: SEED=${seed} npm run test:fuzz`);
const env = { ...process.env, FUZZ_MINUTES: minutes, SEED: seed };
const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
const run = spawn(process.execPath, [vitest, 'run', '--project', 'server', 'quality/fuzz'], {
  cwd: root,
  env,
  stdio: 'inherit',
});
run.on('close', (exitCode) => {
  process.exitCode = exitCode ?? 1;
});
