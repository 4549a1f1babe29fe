import { type ChildProcess, spawn } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { vi } from 'vitest';
import { librariesIn } from './lemonldap-packages.ts';
import type { Form, Person } from './openid.ts';
import { freePort } from './process.ts';

export type Keys = { publicKey: string; privateKey: string };

/** LemonLDAP::NG on a port of its own, with demonstration accounts whose passwords are their names. */
export type LemonServer = {
  /** Its address, with a slash at the end. */
  address: string;
  keys: Keys;
  /** Starts the program with these settings beside the common ones, or starts it again. */
  start(settings: Record<string, unknown>): Promise<void>;
  /** Adds an account, or changes it. */
  keep(person: Person): Promise<void>;
  /** Removes a person's account for good. */
  dismiss(person: Person): Promise<void>;
  /** Moves the beginning of all sessions back. */
  age(seconds: number): Promise<void>;
  close(): Promise<void>;
};

/**
 * Prepares a server, which `start` starts.
 * @param folder the unpacked packages
 * @param cookieName differs among servers that a browser meets, because ports do not separate cookies
 */
export async function prepareLemonServer(folder: string, cookieName: string): Promise<LemonServer> {
  const own = await mkdtemp(path.join(tmpdir(), 'lemonldap-'));
  const sessions = path.join(own, 'sessions');
  for (const name of ['conf', 'sessions/lock', 'psessions/lock'])
    await mkdir(path.join(own, name), { recursive: true });
  const port = await freePort();
  const address = `http://127.0.0.1:${port}/`;
  const people = new Map<string, Person>();
  const dismissed = new Set<string>();
  const keys = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
  });
  let program: ChildProcess | null = null;
  process.once('exit', stop);

  function stop(): void {
    program?.kill('SIGKILL');
  }

  async function end(): Promise<void> {
    if (program === null || program.exitCode !== null || program.signalCode !== null) return;
    const ended = once(program, 'exit');
    stop();
    await ended;
  }

  async function keepPeople(): Promise<void> {
    const present = [...people.values()].filter(({ sub }) => !dismissed.has(sub));
    const accounts = present.map(({ sub, claims }) => [
      sub,
      { uid: sub, mail: claims.email, givenName: claims.given_name, sn: claims.family_name },
    ]);
    await writeFile(path.join(own, 'people.json'), JSON.stringify(Object.fromEntries(accounts)));
  }

  /** Starts the program again, because it would read a changed configuration only some time later. */
  async function start(settings: Record<string, unknown>): Promise<void> {
    await end();
    const all = { ...commonSettings(own, address), cookieName, ...settings };
    await writeFile(path.join(own, 'conf/lmConf-1.json'), JSON.stringify(all));
    const child = spawn('plackup', ['-E', 'deployment', '-o', '127.0.0.1', '-p', String(port), 'app.psgi'], {
      cwd: own,
      stdio: 'ignore',
      env: {
        PATH: process.env.PATH,
        PERL5LIB: librariesIn(folder),
        LLNG_DEFAULTCONFFILE: path.join(own, 'lemonldap-ng.ini'),
      },
    });
    program = child;
    await vi.waitFor(
      async () => {
        const { status } = await fetch(`${address}ping`);
        if (status !== 200) throw new Error(`LemonLDAP::NG does not start: ${status}`);
      },
      { timeout: 60_000, interval: 100 },
    );
  }

  await keepPeople();
  await writeFile(path.join(own, 'lemonldap-ng.ini'), iniOf(folder, own));
  await writeFile(path.join(own, 'app.psgi'), app);
  return {
    address,
    keys,
    start,
    keep: async (person) => {
      people.set(person.sub, person);
      await keepPeople();
    },
    dismiss: async ({ sub }) => {
      dismissed.add(sub);
      await keepPeople();
    },
    age: async (seconds) => {
      const files = (await readdir(sessions, { withFileTypes: true })).filter((entry) => entry.isFile());
      for (const { name } of files) {
        const file = path.join(sessions, name);
        const session = JSON.parse(await readFile(file, 'utf8'));
        if ('_utime' in session) session._utime -= seconds;
        await writeFile(file, JSON.stringify(session));
      }
    },
    close: async () => {
      await end();
      process.off('exit', stop);
      await rm(own, { recursive: true, force: true });
    },
  };
}

/**
 * Returns what fills the pages of LemonLDAP::NG as a person does: the sign-in form once, because it comes back when it
 * is refused, and any other form by its button.
 */
export function fillPages(name: string): (page: string) => Form | null {
  let hasSigned = false;
  return (page) => {
    const form = formOf(page);
    if (form === null || !page.includes('id="lform"')) return form;
    if (hasSigned) return null;
    hasSigned = true;
    form.fields.set('user', name);
    form.fields.set('password', name);
    return form;
  };
}

/** Returns the page's form that is sent by POST, with its hidden fields; null for a page without one. */
function formOf(page: string): Form | null {
  const [form, tag] = /(<form[^>]*method="post"[^>]*>)[\s\S]*?<\/form>/i.exec(page) ?? [];
  if (form === undefined || tag === undefined) return null;
  const read = (element: string, attribute: string) =>
    textOf(new RegExp(` ${attribute}="([^"]*)"`).exec(element)?.[1] ?? '');
  const fields = new URLSearchParams();
  for (const [input] of form.matchAll(/<input[^>]*type="hidden"[^>]*>/g))
    fields.set(read(input, 'name'), read(input, 'value'));
  return { action: read(tag, 'action'), fields };
}

/** Decodes the character references in an attribute's value. */
const textOf = (value: string) =>
  value
    .replace(/&#x([0-9a-f]+);/gi, (_all, code: string) => String.fromCodePoint(Number.parseInt(code, 16)))
    .replace(/&#(\d+);/g, (_all, code: string) => String.fromCodePoint(Number(code)))
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&');

/** The portal of LemonLDAP::NG, whose demonstration accounts are those of the test. */
const app = `
use JSON qw(from_json);
use Lemonldap::NG::Portal::Main;
use Lemonldap::NG::Portal::UserDB::Demo;
my $portal = Lemonldap::NG::Portal::Main->run({});
sub {
    open my $file, '<', 'people.json' or die $!;
    %Lemonldap::NG::Portal::UserDB::Demo::demoAccounts = %{ from_json(join '', <$file>) };
    return $portal->(@_);
};
`;

const iniOf = (folder: string, own: string) => `
[all]
logLevel = error
[configuration]
type = File
dirName = ${path.join(own, 'conf')}
[portal]
templateDir = ${path.join(folder, 'usr/share/lemonldap-ng/portal/templates')}
staticPrefix = /static
languages = en
`;

/** Settings of every server of the tests; with these a server signs in its demonstration accounts. */
function commonSettings(own: string, address: string): Record<string, unknown> {
  const storage = (name: string) => ({
    [`${name}Storage`]: 'Apache::Session::File',
    [`${name}StorageOptions`]: {
      Directory: path.join(own, name === 'global' ? 'sessions' : 'psessions'),
      LockDirectory: path.join(own, name === 'global' ? 'sessions/lock' : 'psessions/lock'),
    },
  });
  return {
    cfgNum: 1,
    cfgAuthor: 'tests',
    cfgDate: 1,
    cfgVersion: '2.16.1',
    portal: address,
    domain: '127.0.0.1',
    locationRules: { '127.0.0.1': { default: 'accept' } },
    authentication: 'Demo',
    userDB: 'Same',
    passwordDB: 'Demo',
    registerDB: 'Null',
    // Loaded even where no form has a captcha; its own module needs ImageMagick.
    captcha: '::Plugins::Status',
    // The configuration that the package installs has these two.
    macros: { _whatToTrace: `$_auth eq 'SAML' ? lc($_user.'@'.$_idpConfKey) : lc($_user)` },
    whatToTrace: '_whatToTrace',
    demoExportedVars: { uid: 'uid', mail: 'mail', givenName: 'givenName', sn: 'sn' },
    ...storage('global'),
    ...storage('persistent'),
  };
}
