import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { readSources } from './sources.ts';

const root = path.resolve(import.meta.dirname, '..');

/** Folders with a separate package.json and lock file. */
const installs = [
  '.',
  'quality/bench/lighthouse',
  'lint/openapi',
  'lint/deploy',
  'lint/mcp',
  'tests/s3-server',
  'tests/badge-verifier',
];

const readJson = (...names: string[]) => JSON.parse(readFileSync(path.join(root, ...names), 'utf8'));

/** Licences that a sold product may use; LGPL only for dynamically loaded libraries, as sharp's are. */
const licences = new Set(
  'MIT MIT-0 ISC 0BSD Unlicense Zlib Apache-2.0 BSD-2-Clause BSD-3-Clause BlueOak-1.0.0 Python-2.0 MPL-2.0 OFL-1.1 PSF-2.0'.split(
    ' ',
  ),
);
const loadedLibraries = /^node_modules\/@img\/sharp-/;
/** Packages whose package.json has no licence, or an obsolete form; their LICENSE or Readme.md says MIT. */
const knownByFile = new Set(
  ['png-js', 'busboy', 'streamsearch', 'humanize-number'].map((name) => `node_modules/${name}`),
);
/**
 * Packages whose license file says BSD-3-Clause, MIT or Apache-2.0; the contexts in some of them have the licence of
 * W3C's documents, which allows their use in a product.
 */
const knownByLicenceFile = new Set(
  [
    '@digitalbazaar/credentials-context',
    '@digitalcredentials/ed25519-multikey',
    '@modelcontextprotocol/inspector',
    'base-64',
    'credentials-context',
    'did-context',
  ].map((name) => `node_modules/${name}`),
);

/** Forms of real secrets; those of tests and the sandbox have another form or are marked. */
const secretForms: Record<string, RegExp> = {
  'a private key': /-----BEGIN (RSA |EC |OPENSSH )?PRIVATE KEY-----\s*[A-Za-z0-9+/]{40}/,
  'a live key of Stripe': /\b[sr]k_live_[A-Za-z0-9]{16,}/,
  'a secret of a webhook': /\bwhsec_[A-Za-z0-9+/]{32,}/,
  'a key of a cloud': /\b(AKIA[0-9A-Z]{16}|AIza[0-9A-Za-z_-]{35}|GOCSPX-[0-9A-Za-z_-]{20,})/,
  'a token of a forge':
    /\b(gh[pousr]_[A-Za-z0-9]{36}|github_pat_[A-Za-z0-9_]{22,}|npm_[A-Za-z0-9]{36}|glpat-[\w-]{20})/,
  'an address with a password': /\b(postgres(ql)?|smtps?):\/\/[^\s:/@'"`${}]+:(?!secret|password)[0-9a-f]{24,}@/,
};

/** Whether an entry of the lock file is from a registry; the others are the portal and its workspaces. */
function isForeign(name: string): boolean {
  return name.includes('node_modules/') && !name.startsWith('node_modules/@rapp/');
}

/** Whether a licence, one of its alternatives, or each of its parts is on the list. */
function isAllowed(licence: string): boolean {
  const plain = licence.replace(/[()]/g, '');
  if (plain.includes(' OR ')) return plain.split(' OR ').some((one) => licences.has(one));
  return plain.split(' AND ').every((one) => licences.has(one));
}

describe('what the product is made of', () => {
  it.each(installs)('every package of the lock file of %s has a licence that is on the list', (folder) => {
    const { packages } = readJson(folder, 'package-lock.json') as {
      packages: Record<string, { license?: string; version?: string }>;
    };
    const others = Object.entries(packages).filter(
      ([name, { license = '' }]) =>
        isForeign(name) &&
        !knownByFile.has(name) &&
        !knownByLicenceFile.has(name) &&
        !isAllowed(loadedLibraries.test(name) ? license.replace('LGPL-3.0-or-later', 'MIT') : license),
    );
    expect(others.map(([name, { license }]) => `${name}: ${license}`)).toEqual([]);
    expect(Object.keys(packages).length).toBeGreaterThan(5);
  });

  it('no file of the repository has text that looks like a secret', () => {
    const found = readSources(root, '', /\.(json|sql|md|ya?ml|css|html|txt|env|pem|key)$|\.[cm]?[jt]sx?$/).flatMap(
      ({ path: file, text }) =>
        Object.entries(secretForms)
          .filter(([, form]) => form.test(text))
          .map(([what]) => `${file} has ${what}`),
    );
    expect(found).toEqual([]);
    expect(secretForms['a live key of Stripe']?.test(`sk_${'live'}_${'a1B2'.repeat(6)}`)).toBe(true);
  });

  it.each(installs)('decides on every install script and names every version exactly in %s', (folder) => {
    const manifest = readJson(folder, 'package.json') as Partial<
      Record<
        'allowScripts' | 'dependencies' | 'devDependencies' | 'optionalDependencies',
        Record<string, string | boolean>
      >
    >;
    const { packages } = readJson(folder, 'package-lock.json') as {
      packages: Record<string, { hasInstallScript?: boolean; integrity?: string }>;
    };
    const scripts = Object.entries(packages).filter(([, { hasInstallScript }]) => hasInstallScript);
    const names = scripts.map(([name]) => name.slice(name.lastIndexOf('node_modules/') + 'node_modules/'.length));
    const { allowScripts = {}, dependencies, devDependencies, optionalDependencies } = manifest;
    expect(names.filter((name) => allowScripts[name] === undefined)).toEqual([]);
    expect(Object.keys(allowScripts).filter((name) => !names.includes(name))).toEqual([]);
    const versions = Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies });
    expect(versions.filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(String(version)))).toEqual([]);
    const unproven = Object.entries(packages).filter(([name, { integrity }]) => isForeign(name) && !integrity);
    expect(unproven.map(([name]) => name)).toEqual([]);
  });

  it('npm run sbom lists the packages of the product', () => {
    const { scripts } = readJson('package.json');
    const [command, ...words] = String(scripts.sbom).split(' ');
    const list = JSON.parse(execFileSync(String(command), words, { cwd: root, maxBuffer: 50_000_000 }).toString());
    const names = list.components.map(({ name }: { name: string }) => name);
    expect(names).toEqual(expect.arrayContaining(['fastify', 'pg']));
    expect(names).not.toContain('vitest');
  });
});
