import { type ChildProcess, spawn } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import path from 'node:path';
import { vi } from 'vitest';
import { canInstallDebianPackages, installDebianPackages, succeeds } from './debian.ts';
import { type AnyCounterpart, browse, comeBy, openLoopback, type Person } from './openid.ts';
import { freePort } from './process.ts';

/**
 * Packages of the portal of LemonLDAP::NG. They are unpacked, because installed they would bring a service and cron
 * jobs.
 */
const unpacked = ['liblemonldap-ng-common-perl', 'liblemonldap-ng-handler-perl', 'liblemonldap-ng-portal-perl'];
/** Libraries that those packages use here. */
const libraries = [
  ...['apache-session', 'cache-cache', 'class-xsaccessor', 'clone', 'config-inifiles', 'crypt-openssl-rsa'],
  ...['crypt-openssl-x509', 'crypt-rijndael', 'crypt-urandom', 'email-date-format', 'html-template', 'io-string'],
  ...['json', 'json-xs', 'list-moreutils', 'mouse', 'plack', 'regexp-assemble', 'string-random', 'text-unidecode'],
  ...['uri', 'www'],
].map((name) => `lib${name}-perl`);

/** Perl options that load the modules. The caller must add the folder of the unpacked packages to Perl's search path. */
const loads = ['-MPlack::Runner', '-MLemonldap::NG::Portal::Main', '-MLemonldap::NG::Portal::Issuer::OpenIDConnect'];

/**
 * Finds the unpacked packages of LemonLDAP::NG, or installs its libraries by apt-get and unpacks it into the user's
 * cache folder.
 * @returns the folder; null if the packages cannot be installed or do not work
 */
export async function findLemonLdap(): Promise<string | null> {
  const cache = process.env.XDG_CACHE_HOME || path.join(homedir(), '.cache');
  const folder = path.join(cache, 'rapp-learning', 'lemonldap-ng');
  const works = () => succeeds('perl', ['-I', librariesIn(folder), ...loads, '-e', '1'], { limitMs: 60_000 });
  if (await works()) return folder;
  if (!canInstallDebianPackages()) return null;
  process.stderr.write('Unpacking LemonLDAP::NG, and installing its libraries by apt-get.\n');
  await installDebianPackages(libraries);
  const made = `${folder}.new`;
  await rm(made, { recursive: true, force: true });
  await mkdir(made, { recursive: true });
  await succeeds('apt-get', ['download', ...unpacked], { limitMs: 120_000, cwd: made });
  for (const name of await readdir(made)) await succeeds('dpkg-deb', ['-x', name, '.'], { limitMs: 60_000, cwd: made });
  await rm(folder, { recursive: true, force: true });
  await rename(made, folder);
  return (await works()) ? folder : null;
}

const librariesIn = (folder: string) => path.join(folder, 'usr/share/perl5');

export type LemonLdap = AnyCounterpart & {
  /** Removes a person's account at the provider. */
  dismiss(person: Person): Promise<void>;
};

const client = { clientId: 'rapp-learning', clientSecret: 'a secret of tests that is long enough' };

/**
 * Starts LemonLDAP::NG as an OpenID Connect provider, with its demonstration accounts, whose passwords are their names.
 * @param folder the unpacked packages
 */
export async function startLemonLdap(folder: string): Promise<LemonLdap> {
  const own = await mkdtemp(path.join(tmpdir(), 'lemonldap-'));
  for (const name of ['conf', 'sessions/lock', 'psessions/lock'])
    await mkdir(path.join(own, name), { recursive: true });
  const port = await freePort();
  const issuer = `http://127.0.0.1:${port}/`;
  const people = new Map<string, Person>();
  const dismissed = new Set<string>();
  const outbound = openLoopback();
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

  async function keepPeople(): Promise<void> {
    const present = [...people.values()].filter(({ sub }) => !dismissed.has(sub));
    const accounts = present.map(({ sub, claims }) => [
      sub,
      { uid: sub, mail: claims.email, givenName: claims.given_name, sn: claims.family_name },
    ]);
    await writeFile(path.join(own, 'people.json'), JSON.stringify(Object.fromEntries(accounts)));
  }

  /** Starts the program again, because it would read a changed configuration only some time later. */
  async function start(redirectUri: string, options: Record<string, unknown> = {}): Promise<void> {
    await end();
    const settings = configurationOf({ own, issuer, keys, redirectUri, options });
    await writeFile(path.join(own, 'conf/lmConf-1.json'), JSON.stringify(settings));
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
        const { status } = await fetch(issuer);
        if (status !== 200) throw new Error(`LemonLDAP::NG does not start: ${status}`);
      },
      { timeout: 60_000, interval: 100 },
    );
  }

  async function end(): Promise<void> {
    if (program === null || program.exitCode !== null || program.signalCode !== null) return;
    const ended = once(program, 'exit');
    stop();
    await ended;
  }

  const answerFor = async (address: string, person: Person) => {
    people.set(person.sub, person);
    await keepPeople();
    return browse(address, { fill: (page) => signInForm(page, person.sub) });
  };
  await keepPeople();
  await writeFile(path.join(own, 'lemonldap-ng.ini'), iniOf(folder, own));
  await writeFile(path.join(own, 'app.psgi'), app);
  const close = async () => {
    await end();
    process.off('exit', stop);
    await outbound.close();
    await rm(own, { recursive: true, force: true });
  };
  try {
    await start(`${issuer}none`);
  } catch (error) {
    await close();
    throw error;
  }
  return {
    issuer,
    ...client,
    outbound,
    allow: start,
    answerFor,
    come: comeBy(answerFor),
    dismiss: async ({ sub }) => {
      dismissed.add(sub);
      await keepPeople();
    },
    close,
  };
}

/** Returns the filled form of the sign-in page; null for any other page. */
function signInForm(page: string, name: string): URLSearchParams | null {
  if (!page.includes('id="lform"')) return null;
  const form = new URLSearchParams({ user: name, password: name });
  for (const [input] of page.matchAll(/<input[^>]*type="hidden"[^>]*>/g)) {
    const read = (attribute: string) => new RegExp(` ${attribute}="([^"]*)"`).exec(input)?.[1] ?? '';
    form.set(read('name'), read('value'));
  }
  return form;
}

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

type Settings = {
  own: string;
  issuer: string;
  keys: { publicKey: string; privateKey: string };
  redirectUri: string;
  options: Record<string, unknown>;
};

/** Returns the configuration; docs/publisher/company-sign-in.md explains the names of `option` for a relying party. */
function configurationOf({ own, issuer, keys, redirectUri, options }: Settings): Record<string, unknown> {
  const option = (options: Record<string, unknown>) =>
    Object.fromEntries(Object.entries(options).map(([name, value]) => [`oidcRPMetaDataOptions${name}`, value]));
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
    portal: issuer,
    domain: '127.0.0.1',
    locationRules: { '127.0.0.1': { default: 'accept' } },
    authentication: 'Demo',
    userDB: 'Same',
    passwordDB: 'Demo',
    registerDB: 'Null',
    // Loaded even where no form has a captcha; its own module needs ImageMagick.
    captcha: '::Plugins::Status',
    whatToTrace: 'uid',
    demoExportedVars: { uid: 'uid', mail: 'mail', givenName: 'givenName', sn: 'sn' },
    ...storage('global'),
    ...storage('persistent'),
    issuerDBOpenIDConnectActivation: 1,
    oidcServicePrivateKeySig: keys.privateKey,
    oidcServicePublicKeySig: keys.publicKey,
    oidcServiceKeyIdSig: 'key-1',
    oidcRPMetaDataExportedVars: { portal: { email: 'mail', given_name: 'givenName', family_name: 'sn' } },
    oidcRPMetaDataOptions: {
      portal: option({
        ClientID: client.clientId,
        ClientSecret: client.clientSecret,
        RedirectUris: redirectUri,
        PostLogoutRedirectUris: `${new URL(redirectUri).origin}/auth`,
        IDTokenSignAlg: 'RS256',
        RequirePKCE: 1,
        BypassConsent: 1,
        ...options,
      }),
    },
  };
}
