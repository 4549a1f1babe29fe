import { hostAddresses } from '../platform/database/addresses.ts';
import type { SettingName, Settings } from './settings.ts';

// Addresses of the database and of mail in the environment.

export type DatabaseAddresses = {
  /** URL of the role that serves; null for the embedded database in the data folder. */
  databaseUrl: string | null;
  /** URL of the role that owns the tables; null when the role of `databaseUrl` owns them. */
  migrationDatabaseUrl: string | null;
  /**
   * URL of the same database and role as `databaseUrl`, without the pooler in transaction mode; null without a pooler.
   */
  databaseDirectUrl: string | null;
  /** URL of a standby for reads that may be some seconds old; null without a standby. */
  databaseReplicaUrl: string | null;
};

export function databaseAddresses(settings: Settings): DatabaseAddresses {
  const databaseUrl = databaseAddress(settings, 'DATABASE_URL');
  const migrationDatabaseUrl = databaseAddress(settings, 'MIGRATION_DATABASE_URL');
  if (migrationDatabaseUrl && !databaseUrl) {
    settings.problems.push('DATABASE_URL is missing: MIGRATION_DATABASE_URL only says who changes the tables there.');
  }
  const databaseDirectUrl = databaseAddress(settings, 'DATABASE_DIRECT_URL');
  if (databaseDirectUrl && !databaseUrl) {
    settings.problems.push('DATABASE_URL is missing: DATABASE_DIRECT_URL only leads past the pooler that it names.');
  }
  const databaseReplicaUrl = addressOf(settings, 'DATABASE_REPLICA_URL', databaseAddressForm);
  if (databaseReplicaUrl && !databaseUrl) {
    settings.problems.push('DATABASE_URL is missing: DATABASE_REPLICA_URL only names a standby of it.');
  }
  return { databaseUrl, migrationDatabaseUrl, databaseDirectUrl, databaseReplicaUrl };
}

/** Reads a URL of one or several hosts, of which the portal finds the one that accepts writes. */
export function databaseAddress(settings: Settings, name: SettingName): string | null {
  const { text, problems } = settings;
  const value = text(name);
  const hosts = value === null ? [] : hostAddresses(value);
  if (hosts.length < 2) return addressOf(settings, name, databaseAddressForm);
  if (!hosts.every((address) => URL.canParse(address))) {
    problems.push(`${name} is no address: write several hosts as postgres://role:password@one:5432,two:5432/portal.`);
  }
  const [, attributes = 'read-write'] = /[?&]target_session_attrs=([^&]*)/.exec(value ?? '') ?? [];
  if (!['read-write', 'primary'].includes(attributes)) {
    problems.push(
      `${name} asks for ${attributes} sessions, but the portal writes: use target_session_attrs=read-write.`,
    );
  }
  return value;
}

type AddressForm = { schemes: string[]; example: string };

const databaseAddressForm: AddressForm = {
  schemes: ['postgres', 'postgresql'],
  example: 'postgres://role:password@db.example.org:5432/portal',
};
const mailAddresses: AddressForm = {
  schemes: ['smtp', 'smtps'],
  example: 'smtp://user:password@mail.example.org:587',
};

/** Reads a URL. The value may contain a password, so the error does not repeat it. */
function addressOf({ text, problems }: Settings, name: SettingName, { schemes, example }: AddressForm): string | null {
  const value = text(name);
  if (value === null || (schemes.some((scheme) => value.startsWith(`${scheme}://`)) && URL.canParse(value))) {
    return value;
  }
  const beginnings = schemes.map((scheme) => `${scheme}://`).join(' or ');
  problems.push(`${name} must begin with ${beginnings}, such as ${example}.`);
  return null;
}

/** Reads the URL of the mail server. */
export function mailServerAddress(settings: Settings): string | null {
  return addressOf(settings, 'SMTP_URL', mailAddresses);
}

export function supportAddress({ text, problems }: Settings): string | null {
  const value = text('SUPPORT_EMAIL');
  if (value === null || /^[^<>@\s]+@[^<>@\s]+$/.test(value)) return value;
  problems.push(`SUPPORT_EMAIL is "${value}" but must be an email address such as help@example.org.`);
  return null;
}

export function mailSender({ text, problems }: Settings): string | null {
  const value = text('MAIL_FROM');
  if (value === null || /^([^<>]*<[^<>@\s]+@[^<>@\s]+>|[^<>@\s]+@[^<>@\s]+)$/.test(value)) return value;
  problems.push(`MAIL_FROM is "${value}" but must be an address such as "Portal <portal@example.org>".`);
  return null;
}
