import type { Lane, System, SystemNode, SystemReplica } from '#contract/operations/system.ts';
import { dateAndTime } from '#web/dates.ts';

/** Names of the lanes, with their contents. */
export const laneNames: Record<Lane, string> = {
  now: 'Now: emails that members wait for, payments',
  normal: 'Normal',
  webhooks: 'Webhooks: events to programs of others',
  bulk: 'Bulk: digests, imports, exports, clearing up',
};

const units = [
  [1024 ** 3, 'GB'],
  [1024 ** 2, 'MB'],
  [1024, 'KB'],
] as const;

/** Formats as "1.5 GB". */
function bytesText(bytes: number): string {
  const [size, unit] = units.find(([least]) => bytes >= least) ?? [1, 'bytes'];
  return `${(bytes / size).toLocaleString('en-GB', { maximumFractionDigits: 1 })} ${unit}`;
}

/** Formats as "2 h", "5 min" or "12 s". */
export function durationText(seconds: number): string {
  if (seconds >= 3600) return `${Math.floor(seconds / 3600)} h`;
  return seconds >= 60 ? `${Math.floor(seconds / 60)} min` : `${Math.floor(seconds)} s`;
}

/** Whether jobs or mails are under way, so that the figures will change soon. */
export function isBusy({ lanes, mail }: Pick<System, 'lanes' | 'mail'>): boolean {
  return mail.waiting > 0 || lanes.some(({ waiting, running, retrying }) => waiting + running + retrying > 0);
}

const serviceNames: Record<string, string> = {
  stripe: 'Stripe',
  s3: 'bucket',
  smtp: 'mail server',
  identity: 'sign-in provider',
  replica: 'replica',
};

/** Whether the node runs, every service that it uses responds to it, and its disk has room. */
export function isWell({ isAlive, failing }: SystemNode): boolean {
  return isAlive && failing.length === 0;
}

/** Returns "Running", "Silent", "No answer from bucket, mail server" or "No room on the disk". */
export function stateText({ isAlive, failing }: SystemNode): string {
  if (!isAlive) return 'Silent';
  if (failing.length === 0) return 'Running';
  const silent = failing.filter((name) => name !== 'disk').map((name) => serviceNames[name] ?? name);
  const parts = silent.length > 0 ? [`No answer from ${silent.join(', ')}`] : [];
  return [...parts, ...(failing.includes('disk') ? ['No room on the disk'] : [])].join('. ');
}

/** Returns facts about the installation, each on a short line. */
export function factsOf(system: System): { label: string; value: string }[] {
  const { version, database, lastBackupAt, lastDrillAt, lastReconciliation, files, mail } = system;
  const own = lastBackupAt ? dateAndTime(lastBackupAt) : 'None by npm run backup yet';
  const drill = lastDrillAt ? dateAndTime(lastDrillAt) : 'None by npm run restore:drill yet';
  return [
    { label: 'Version', value: version },
    {
      label: 'Database',
      value: `PostgreSQL ${database.version}${database.isEmbedded ? ', embedded' : ''}, ${bytesText(database.bytes)}`,
    },
    ...(database.replica ? [{ label: 'Replica', value: replicaText(database.replica) }] : []),
    { label: 'Last backup', value: database.isEmbedded ? own : "Made with your PostgreSQL's own tools" },
    { label: 'Last restore drill', value: database.isEmbedded ? drill : 'Of your own PostgreSQL' },
    { label: 'Last reconciliation', value: reconciliationText(lastReconciliation) },
    {
      label: 'Files',
      value: files.bucket ? `Bucket ${files.bucket}` : 'Folder of this machine',
    },
    { label: 'Free space in DATA_DIR', value: files.freeBytes === null ? 'Not known' : bytesText(files.freeBytes) },
    { label: 'Mail server', value: mail.server ?? 'Demo mailbox' },
    { label: 'Emails', value: `${mail.waiting} waiting, ${mail.parked} given up` },
  ];
}

function replicaText({ state, lagSeconds }: SystemReplica): string {
  if (state === 'away') return 'No answer, or not a standby of this database: everything is read from the primary';
  const behind = durationText(lagSeconds ?? 0);
  return state === 'fresh' ? `Read, ${behind} behind` : `${behind} behind: everything is read from the primary`;
}

function reconciliationText(last: System['lastReconciliation']): string {
  if (!last) return 'None yet';
  if (last.error) return `It stopped: ${last.error}`;
  return last.finishedAt ? dateAndTime(last.finishedAt) : 'Running';
}
