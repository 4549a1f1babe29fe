import path from 'node:path';
import { parseArgs } from 'node:util';
import { createWebhook, type Finding, findings } from '../app/checks.ts';
import { inspectEnv } from '../app/env.ts';
import { absent, type Settings, secretNames, settingNames } from '../app/settings.ts';
import { startFindings } from '../app/start-findings.ts';
import { hostAddresses } from '../platform/database/addresses.ts';
import { StartError } from '../platform/start-error.ts';

/**
 * `npm run check`: prints every setting with its origin, and checks services in the settings. With `--
 * --create-webhook` it only creates Stripe's webhook endpoint and the settings of its customer portal. Ends with exit
 * code 1 when a check fails.
 */
async function run(): Promise<void> {
  const { values } = parseArgs({ options: { 'create-webhook': { type: 'boolean', default: false } } });
  const { env: asked, settings, missing } = inspectEnv();
  const env = { ...asked, dataDir: path.resolve(asked.dataDir) };
  if (values['create-webhook']) {
    const { secret, sentence } = await createWebhook(env, settings);
    print(secret === null ? sentence : `${sentence}\n\n  STRIPE_WEBHOOK_SECRET=${secret}\n`);
    return;
  }
  print(`Settings\n${settingNames.map((name) => settingLine(settings, name)).join('\n')}\n\nChecks`);
  const asSettings = (state: Finding['state']) => (sentence: string) => ({ state, what: 'Settings', sentence });
  const found = [
    ...[...settings.problems, ...missing].map(asSettings('wrong')),
    ...env.warnings.map(asSettings('warning')),
  ];
  if (found.length === 0) found.push({ state: 'ok', what: 'Settings', sentence: 'nothing is missing' });
  for (const finding of found) print(findingLine(finding));
  for (const check of [...startFindings(env), ...findings(env)]) {
    const finding = await check;
    found.push(finding);
    print(findingLine(finding));
  }
  const wrong = found.filter(({ state }) => state === 'wrong').length;
  print(wrong === 0 ? '\nNothing is wrong.' : `\nWrong: ${wrong}.`);
  process.exitCode = wrong === 0 ? 0 : 1;
}

const longestName = Math.max(...settingNames.map(({ length }) => length));

function settingLine({ text, originOf }: Settings, name: (typeof settingNames)[number]): string {
  const origin = originOf(name);
  const value = text(name);
  const label = `  ${name.padEnd(longestName + 2)}`;
  if (value === null) return `${label}not set: ${absent[name]}${origin ? `, though ${origin} is` : ''}`;
  return `${label}${secretNames.has(name) ? masked(value) : value}   from ${origin}`;
}

/**
 * Returns an identification of a secret that does not reveal it: the URL with a masked password and without its query,
 * or the kind of a key.
 */
function masked(secret: string): string {
  const urls = hostAddresses(secret).map((address) => URL.parse(address));
  const known = urls.flatMap((url) =>
    url?.host ? [Object.assign(url, { password: url.password && '***', search: '' }).href] : [],
  );
  if (known.length > 0) return known.join(', ');
  return `${/^(sk|rk|whsec)_(test_|live_)?/.exec(secret)?.[0] ?? ''}***`;
}

function findingLine({ state, what, sentence }: Finding): string {
  return `  ${state.padEnd(9)}${what.padEnd(13)}${sentence}`;
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

run().catch((error: unknown) => {
  process.stderr.write(`${error instanceof StartError ? error.message : String((error as Error)?.stack ?? error)}\n`);
  process.exitCode = 1;
});
