import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '..');

/** Builds a package and returns its built package.json. */
function build(name: string) {
  const folder = path.join(root, 'packages', name);
  execFileSync(process.execPath, [path.join(root, 'scripts', 'build-package.mjs')], { cwd: folder });
  const dist = path.join(folder, 'dist');
  const manifest = JSON.parse(readFileSync(path.join(dist, 'package.json'), 'utf8')) as {
    bin?: Record<string, string>;
    exports: Record<string, { types: string; default: string }>;
  };
  return { dist, manifest };
}

test('the built payment sandbox starts from JavaScript by its bin and exports startPaymentSandbox', {
  timeout: 300_000,
}, async () => {
  const { dist, manifest } = build('payment-sandbox');
  const bin = path.join(dist, manifest.bin?.['payment-sandbox'] ?? '');
  const { status, stderr } = spawnSync(process.execPath, [bin, '--port', 'many'], { encoding: 'utf8' });
  expect([status, stderr]).toEqual([1, 'The port must be a number from 1 to 65535, not "many".\n']);
  const entry = manifest.exports['.'];
  expect(await import(path.join(dist, entry?.default ?? ''))).toHaveProperty('startPaymentSandbox');
  expect(readFileSync(path.join(dist, entry?.types ?? ''), 'utf8')).toContain('startPaymentSandbox');
  expect(readFileSync(path.join(dist, 'stripe-LICENSE'), 'utf8')).toContain('Stripe, Inc.');
});

test('the built tool kit exports its three modules as JavaScript with types', { timeout: 300_000 }, async () => {
  const { dist, manifest } = build('tool-kit');
  const names = await Promise.all(
    Object.values(manifest.exports).map(async (entry) => {
      expect(readFileSync(path.join(dist, entry.types), 'utf8')).toContain('export');
      return Object.keys(await import(path.join(dist, entry.default)));
    }),
  );
  expect(names.flat().sort()).toEqual(['ToolSessionError', 'connect', 'createSaver', 'takeToken']);
});
