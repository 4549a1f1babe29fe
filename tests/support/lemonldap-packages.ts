import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';
import { canInstallDebianPackages, installDebianPackages, succeeds } from './debian.ts';

/**
 * Packages of the portal of LemonLDAP::NG. They are unpacked, because installed they would bring a service and cron
 * jobs.
 */
const unpacked = ['liblemonldap-ng-common-perl', 'liblemonldap-ng-handler-perl', 'liblemonldap-ng-portal-perl'];
/** Libraries that those packages use here. Lasso and XML::Simple serve SAML. */
const libraries = [
  ...['apache-session', 'cache-cache', 'class-xsaccessor', 'clone', 'config-inifiles', 'crypt-openssl-rsa'],
  ...['crypt-openssl-x509', 'crypt-rijndael', 'crypt-urandom', 'email-date-format', 'html-template', 'io-string'],
  ...['json', 'json-xs', 'lasso', 'list-moreutils', 'mouse', 'plack', 'regexp-assemble', 'string-random'],
  ...['text-unidecode', 'uri', 'www', 'xml-simple'],
].map((name) => `lib${name}-perl`);

/** Perl options that load the modules. The caller must add the folder of the unpacked packages to Perl's search path. */
const loads = [
  ...['-MPlack::Runner', '-MLasso', '-MLemonldap::NG::Portal::Main', '-MLemonldap::NG::Portal::Issuer::OpenIDConnect'],
  ...['-MLemonldap::NG::Portal::Auth::SAML', '-MLemonldap::NG::Portal::Issuer::SAML'],
];

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

export const librariesIn = (folder: string) => path.join(folder, 'usr/share/perl5');
