import type { ImportProblem } from '#contract/catalogue/imports.ts';
import {
  type Draft,
  type Judged,
  judgeDrafts,
  type KnownResource,
  listKnown,
  listTitled,
} from '#server/catalogue/publishing/batch-actions.ts';
import type { IsAssessmentPublic } from '#server/catalogue/publishing/bundle-actions.ts';
import type { Context } from '#server/platform/context.ts';
import { type FileItem, isRow } from './file-items.ts';
import {
  formInputOf,
  idOf,
  idRemarks,
  type Memory,
  problemsAt,
  type Remark,
  shapeOf,
  shown,
  titleRemarks,
} from './row-rules.ts';
import * as store from './store.ts';

type Batch = { claim: store.RunClaim; items: readonly FileItem[]; bytesRead: number; memory: Memory } & Surroundings;

type Surroundings = { currency: string; isAssessmentPublic: IsAssessmentPublic };

/** Checks a batch of a file and stores the findings; false when the attempt has lost its claim. */
export async function checkBatch(
  ctx: Context,
  { claim, items, bytesRead, memory, ...surroundings }: Batch,
): Promise<boolean> {
  if (!(await store.updateProgress(ctx.db, claim, bytesRead))) return false;
  const rows = await judgeRows(ctx, await readRows(ctx, items, memory), surroundings);
  const titles = await listTitled(
    ctx,
    rows.flatMap(({ id, columns }) => (id === null && columns ? columns.title : [])),
  );
  const good = rows.filter(({ remarks }) => remarks.length === 0);
  const problems = [
    ...items.flatMap(itemProblems),
    ...rows.flatMap(({ line, remarks }) => problemsAt(line, 'problem', remarks)),
    ...rows.flatMap(({ line, id, columns }) => {
      if (!columns) return [];
      return problemsAt(line, 'warning', titleRemarks({ title: columns.title, id, line }, memory, titles));
    }),
  ].sort((one, other) => one.line - other.line);
  await store.insertRows(
    ctx.db,
    claim.id,
    good.map(({ line, id, known, columns, isSame }) => ({
      line,
      resource_id: id,
      seen_at: known?.seen ?? null,
      resource: isSame ? null : columns,
    })),
  );
  await store.insertProblems(ctx.db, claim.id, problems);
  await store.updateFound(ctx.db, claim.id, {
    rows: items.filter(isRow).length,
    added: good.filter(({ id }) => id === null).length,
    changed: good.filter(({ id, isSame }) => id !== null && !isSame).length,
    unchanged: good.filter(({ isSame }) => isSame).length,
    problems: problems.filter(({ severity }) => severity === 'problem').length,
    warnings: problems.filter(({ severity }) => severity === 'warning').length,
  });
  return true;
}

function itemProblems(item: FileItem): ImportProblem[] {
  if (item.kind === 'row') return [];
  if (item.kind === 'broken') {
    return problemsAt(item.line, 'problem', [{ field: '', value: shown(item.value), sentence: item.sentence }]);
  }
  if (item.kind === 'remark') {
    const { field, value, sentence } = item;
    return problemsAt(item.line, 'warning', [{ field, value: shown(value), sentence }]);
  }
  const sentence = 'This column is not known, so it is ignored.';
  return problemsAt(item.line, 'warning', [{ field: '', value: shown(item.name), sentence }]);
}

type ReadRow = { line: number; id: number | null; known: KnownResource | null; remarks: Remark[]; draft: Draft | null };

/** Finds the resources that rows change, and reads each row as its form would. */
async function readRows(ctx: Context, items: readonly FileItem[], memory: Memory): Promise<ReadRow[]> {
  const rows = items.filter((item) => item.kind === 'row').map((item) => ({ ...item, named: idOf(item.values) }));
  const all = await listKnown(
    ctx,
    rows.flatMap(({ named }) => ('id' in named ? (named.id ?? []) : [])),
  );
  return rows.map(({ line, values, named }) => {
    const id = 'id' in named ? named.id : null;
    const known = id === null ? null : (all.get(id) ?? null);
    const { problems, form } = shapeOf(formInputOf(values, known?.form ?? null));
    // For an unknown resource, the file alone does not show which fields are missing.
    const isLost = id !== null && known === null;
    const relevant = isLost ? problems.filter(({ field }) => field in values) : problems;
    const ids =
      'id' in named
        ? idRemarks({ id, line }, memory, known !== null)
        : [{ field: 'id', value: shown(values.id), sentence: named.sentence }];
    return { line, id, known, remarks: [...ids, ...relevant], draft: form && !isLost ? { form, known } : null };
  });
}

type JudgedRow = ReadRow & { columns: Judged['columns'] | null; isSame: boolean };

/** Adds the problems that only the database shows, for fields that have no problem yet. */
async function judgeRows(ctx: Context, rows: readonly ReadRow[], surroundings: Surroundings): Promise<JudgedRow[]> {
  const drafts = rows.flatMap(({ draft }) => draft ?? []);
  const judged = await judgeDrafts(ctx, drafts, surroundings);
  const byDraft = new Map(drafts.map((draft, index) => [draft, judged[index]]));
  return rows.map((row) => {
    const verdict = row.draft && byDraft.get(row.draft);
    if (!verdict) return { ...row, columns: null, isSame: false };
    const isTold = (field: string) => row.remarks.some((remark) => remark.field === field);
    const further = verdict.problems.filter(({ field }) => !isTold(field));
    const remarks = [...row.remarks, ...further.map((problem) => ({ ...problem, value: valueIn(row, problem.field) }))];
    const columns = isTold('title') ? null : verdict.columns;
    return { ...row, remarks, columns, isSame: verdict.isSame };
  });
}

function valueIn({ draft }: ReadRow, field: string): string {
  const flat: Record<string, unknown> = { ...draft?.form.metadata, ...draft?.form };
  return shown(flat[field]);
}
