import { hostAddresses } from '../platform/database/addresses.ts';
import { type Version, versionText } from '../platform/telemetry/version.ts';
import type { Env } from './env.ts';

export const demoPeople = {
  accounts: { administrator: 'administrator@example.org', member: 'member@example.org' },
  password: 'portal-demo',
  /** The accounts of the sign-in provider's stand-in: the member, a new one, and one whose address is not verified. */
  atProvider: [
    { email: 'member@example.org', firstName: 'Mira', lastName: 'Tollander', isVerified: true, isWorkspace: true },
    {
      email: 'iona.castellane@example.org',
      firstName: 'Iona',
      lastName: 'Castellane',
      isVerified: true,
      isWorkspace: true,
    },
    { email: 'unproved@example.org', firstName: 'Rufus', lastName: 'Okonjo', isVerified: false, isWorkspace: true },
  ],
} as const;

/** Returns the text that the operator sees after the start: URL, accounts and folders. */
export function startBlock(env: Env, productName: string, version: Version): string {
  const rows: [string, string][] = [['Open', env.publicUrl]];
  if (env.role === 'worker') rows[0] = ['Role', 'worker: runs jobs, serves no pages'];
  if (env.demo) {
    rows.push(['Member', `${demoPeople.accounts.member}  ${demoPeople.password}`]);
    rows.push(['Administrator', `${demoPeople.accounts.administrator}  ${demoPeople.password}`]);
  } else {
    rows.push(['Administrator', 'npm run administrator -- name@example.org']);
  }
  rows.push(['Mail', env.smtp ? `sent by ${new URL(env.smtp.url).host}` : `kept at ${env.publicUrl}/dev/mail`]);
  rows.push(['Payments', paymentsLine(env)]);
  rows.push(['Data', dataLine(env)]);
  if (env.demo && env.host === '127.0.0.1') {
    rows.push(['Other devices', 'start with HOST=0.0.0.0 to let them in']);
  }
  rows.push(['Version', versionText(version)]);
  rows.push(['Stop', 'Ctrl-C']);
  const lines = rows.map(([name, value]) => `  ${name.padEnd(15)}${value}`);
  return `\n  ${productName} is ready.\n\n${lines.join('\n')}\n\n`;
}

function dataLine({ databaseUrl, s3, dataDir }: Env): string {
  if (!databaseUrl && !s3) return dataDir;
  const files = s3 ? `the bucket ${s3.bucket}` : dataDir;
  return `${databaseUrl ? hostAddresses(databaseUrl).map((address) => new URL(address).host) : dataDir}, files in ${files}`;
}

function paymentsLine(env: Env): string {
  if (env.stripe) return 'Stripe';
  return env.demo ? 'test payments, no real money; card 4242 4242 4242 4242' : 'off: no STRIPE_* variables are set';
}
