import { afterEach, expect, test, vi } from 'vitest';
import { templateText } from '#contract/catalogue/publishing-columns.ts';
import { saveText } from './download.ts';

afterEach(() => vi.restoreAllMocks());

test.each([
  ['a CSV file', 'text/csv;charset=utf-8', 'Title\n', 'efbbbf5469'],
  ['the template of imports', 'text/csv;charset=utf-8', templateText(), 'efbbbf6964'],
  ['another text', 'application/x-pem-file', '-----BEGIN', '2d2d2d2d2d'],
])('BILL-21 %s that a page makes begins with one byte order mark, or with none', async (_, type, text, beginning) => {
  const made = vi.spyOn(URL, 'createObjectURL');
  saveText('name', type, text);
  const [[file]] = made.mock.calls as unknown as [[Blob]];
  expect(Buffer.from(await file.arrayBuffer()).toString('hex', 0, 5)).toBe(beginning);
});
