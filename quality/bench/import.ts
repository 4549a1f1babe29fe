/**
 * `npm run bench:import`: the time in which the portal's own jobs check a file of 10,000 resources and import it into a
 * catalogue of the same size (docs/performance.md). `--rows=2000` sets another number of rows.
 */
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { checkImport, runImport } from '#server/catalogue/imports/flows.ts';
import { type Database, openDatabase } from '#server/platform/database/db.ts';
import { createDiskBlobs } from '#server/platform/files/disk.ts';
import { jobContext } from '#server/platform/jobs/context.ts';
import { randomFrom, type Vocabulary, vocabularyOf } from './catalogue.ts';
import { startBenchPostgres } from './database.ts';
import { insertPortalFixtures } from './fixtures.ts';
import { describeMachine, familyProcessorMs, processorMs } from './machine.ts';
import { withStops } from './processes.ts';
import { figure, printTable } from './table.ts';

const rows = Number(process.argv.find((argument) => argument.startsWith('--rows='))?.slice('--rows='.length) ?? 10_000);

/** Returns a CSV file of published resources, each with 40 words of a catalogue of this size. */
function fileOf(count: number, { ordinary }: Vocabulary): string {
  const random = randomFrom(11);
  const words = (length: number) =>
    Array.from({ length }, () => ordinary[Math.floor(random() ** 2 * ordinary.length)]).join(' ');
  const lines = Array.from(
    { length: count },
    (_, index) => `Imported ${index} ${words(3)},${words(40)},report,purchase,9.99,${words(1)}|import,true`,
  );
  return `title,description,type,accessType,price,tags,isPublished\n${lines.join('\n')}\n`;
}

type Took = { seconds: number; processorSeconds: number };

/** Runs a job of the import. @returns its duration and processor time in seconds */
async function time(databaseProcessId: number, work: () => Promise<void>): Promise<Took> {
  const processor = () => processorMs(process.pid) + familyProcessorMs(databaseProcessId);
  const [startedAt, before] = [performance.now(), processor()];
  await work();
  return { seconds: (performance.now() - startedAt) / 1000, processorSeconds: (processor() - before) / 1000 };
}

const readState = async ({ pool }: Database) =>
  (await pool.query('select state from catalogue_imports')).rows[0]?.state;

await withStops(async (stops) => {
  const postgres = await startBenchPostgres();
  stops.push(() => postgres.stop());
  const connectionString = await postgres.createDatabase('imports');
  const words = vocabularyOf(rows);
  console.error('Filling the database …');
  await insertPortalFixtures(connectionString, rows, words);
  const database = openDatabase(connectionString, { log: console.error });
  stops.push(() => database.close());
  const folder = await mkdtemp(path.join(tmpdir(), 'portal-bench-files-'));
  stops.push(() => rm(folder, { recursive: true, force: true }));
  const blobs = createDiskBlobs(folder);
  const blobId = randomUUID();
  await writeFile(path.join(folder, blobId), fileOf(rows, words));
  const { size } = await stat(path.join(folder, blobId));
  const made = await database.pool.query(
    `insert into catalogue_imports (file_name, format, bytes, blob_id, state, progress_total)
     values ('bench.csv', 'csv', $1, $2, 'checking', $1) returning id`,
    [size, blobId],
  );
  const importId: number = made.rows[0].id;
  const ctx = jobContext(database, 'bench');

  const checked = await time(postgres.processId, () =>
    checkImport(ctx, { blobs, currency: 'GBP', isAssessmentPublic: async () => true }, importId),
  );
  if ((await readState(database)) !== 'checked') throw new Error('The file was not checked');
  await database.pool.query(`update catalogue_imports set state = 'importing', progress_total = new_count`);
  const imported = await time(postgres.processId, () => runImport(ctx, { blobs }, importId));
  if ((await readState(database)) !== 'done') throw new Error('The file was not imported');

  console.log(`${describeMachine(postgres.version)}\n`);
  const line = (name: string, { seconds, processorSeconds }: Took) => [
    name,
    figure(seconds),
    figure(processorSeconds),
    figure(rows / seconds),
  ];
  const both = {
    seconds: checked.seconds + imported.seconds,
    processorSeconds: checked.processorSeconds + imported.processorSeconds,
  };
  printTable(
    [`${rows.toLocaleString('en-GB')} rows`, 'seconds', 'processor s', 'rows/s'],
    [line('check', checked), line('import', imported), line('both', both)],
  );
});
