import { fileColumns } from '#contract/catalogue/publishing-columns.ts';
import { csvMark, csvText, textCell } from '#contract/csv.ts';
import { readCatalogue } from '#server/catalogue/publishing/batch-actions.ts';
import type { Context } from '#server/platform/context.ts';
import { getImport, readFound } from './actions.ts';
import { cellsOf } from './cell-rules.ts';

/** Spreadsheet programs end lines so. */
const lineOf = (cells: readonly string[]) => csvText([cells]).replace(/\n$/, '\r\n');

/** The whole catalogue as a CSV file, made while it is taken. */
export async function* catalogueCsv(ctx: Context): AsyncGenerator<string> {
  yield csvMark + lineOf(fileColumns);
  for await (const resources of readCatalogue(ctx)) {
    yield resources.map(({ id, form }) => lineOf(cellsOf({ id, ...form }))).join('');
  }
}

/** The whole catalogue as a JSON list with one resource a line, made while it is taken. */
export async function* catalogueJson(ctx: Context): AsyncGenerator<string> {
  let before = '[\n';
  for await (const resources of readCatalogue(ctx)) {
    const lines = resources.map(({ id, form: { metadata, publishAt: _publishAt, ...fields } }) => {
      // A time to publish is this portal's plan and not read from a file.
      // A video has one column only, so that changing it there is enough.
      const { videoUrl: _videoUrl, ...inside } = metadata;
      return JSON.stringify({ id, ...fields, metadata: inside });
    });
    yield before + lines.join(',\n');
    before = ',\n';
  }
  yield before === '[\n' ? '[]\n' : '\n]\n';
}

/** All that the check of an import found, as a CSV file. @throws imports.not-found */
export async function importReport(ctx: Context, id: number): Promise<AsyncGenerator<string>> {
  await getImport(ctx, id);
  return reportText(ctx, id);
}

async function* reportText(ctx: Context, id: number): AsyncGenerator<string> {
  yield csvMark + lineOf(['Line', 'Field', 'Value', 'Kind', 'What is wrong']);
  for await (const problems of readFound(ctx, id)) {
    yield problems
      .map(({ line, field, value, severity, sentence }) =>
        lineOf([String(line), field, textCell(value), severity, textCell(sentence)]),
      )
      .join('');
  }
}
