/**
 * `npm run sbom`: every production package in CycloneDX form. npm's own `--omit=dev` also leaves out production packages
 * that a development package names as its peer (pg by kysely-codegen), so the list is filtered here.
 */
import { execFileSync } from 'node:child_process';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const list = JSON.parse(
  execFileSync('npm', ['sbom', '--sbom-format=cyclonedx', '--package-lock-only'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 50_000_000,
    // npm is a script on Windows.
    shell: process.platform === 'win32',
    stdio: ['ignore', 'pipe', 'inherit'],
  }),
);
const isDevelopment = ({ properties = [] }) =>
  properties.some(({ name, value }) => name === 'cdx:npm:package:development' && value === 'true');
const components = list.components.filter((component) => !isDevelopment(component));
const kept = new Set([list.metadata.component['bom-ref'], ...components.map((component) => component['bom-ref'])]);
const dependencies = list.dependencies
  .filter(({ ref }) => kept.has(ref))
  .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((one) => kept.has(one)) }));
process.stdout.write(`${JSON.stringify({ ...list, components, dependencies }, null, 2)}\n`);
