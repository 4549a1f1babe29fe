import type { FileItem } from './file-items.ts';
import type { ForeignRow } from './foreign-rules.ts';

/** A row of another program's export, after what there is to say about it. */
export function* itemsOfRow({ values, remarks }: ForeignRow, line: number): Generator<FileItem> {
  for (const remark of remarks) yield { kind: 'remark', line, ...remark };
  if (values) yield { kind: 'row', line, values };
}
