import { fileColumns } from '#contract/catalogue/catalogue.ts';
import { csvMark, csvText, textCell } from '#contract/csv.ts';
import { readCatalogue } from '#server/catalogue/publishing/batch-actions.ts';
import type { Context } from '#server/platform/context.ts';
import { getImport, readFound } from './actions.ts';
import { cellsOf } from './cell-rules.ts';

/** Ends lines with CRLF, as spreadsheet programs do. */
const lineOf = (cells: readonly string[]) => csvText([cells]).replace(/\n$/, '\r\n');

/** Yields the whole catalogue as a CSV file, read as it is consumed. */
export async function* catalogueCsv(ctx: Context): AsyncGenerator<string> {
  yield csvMark + lineOf(fileColumns);
  for await (const resources of readCatalogue(ctx)) {
    yield resources.map(({ id, form }) => lineOf(cellsOf({ id, ...form }))).join('');
  }
}

/** Yields the whole catalogue as a JSON list with one resource a line, read as it is consumed. */
export async function* catalogueJson(ctx: Context): AsyncGenerator<string> {
  let before = '[\n';
  for await (const resources of readCatalogue(ctx)) {
    const lines = resources.map(({ id, form: { metadata, publishAt: _publishAt, ...fields } }) => {
      // Leaves out the time to publish, which is a plan of this portal and not read from files. Also leaves out the
      // second column of a video, so that changing the first is enough.
      const { videoUrl: _videoUrl, ...inside } = metadata;
      return JSON.stringify({ id, ...fields, metadata: inside });
    });
    yield before + lines.join(',\n');
    before = ',\n';
  }
  yield before === '[\n' ? '[]\n' : '\n]\n';
}

/** Returns all findings of an import's check as a CSV file. @throws imports.not-found */
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
