import type { AdminCheck, CheckFileForm, CheckFilePreview, CheckImportForm } from '#contract/learning/checks-admin.ts';
import type { FlowContext, MemberFlowContext } from '#server/platform/context.ts';
import { callInThread, threadPlaces } from '#server/platform/threads/threads.ts';
import * as actions from './admin-actions.ts';

const module = new URL('./import-thread.ts', import.meta.url);

/** The largest file with as many mistakes as fit takes four seconds. */
const limitMs = 60_000;

const places = threadPlaces(1);

/** Reads a file in a thread, because the largest ones take seconds (GEN-29). @throws request.busy */
const readFile = ({ format, text }: CheckFileForm) =>
  callInThread<[CheckFileForm], CheckFilePreview>(module, { given: [{ format, text }], limitMs, places });

/** Returns the mistakes of a file, or the questions in it. @throws catalogue.not-found, request.busy */
export async function previewFile(
  ctx: FlowContext,
  resourceId: number,
  file: CheckFileForm,
): Promise<CheckFilePreview> {
  await actions.requireResource(ctx, resourceId);
  return readFile(file);
}

/**
 * Brings a file without mistakes into the draft. The file is read before the check is locked.
 * @throws catalogue.not-found, checks.conflict, checks.import-mistake, checks.too-many-questions,
 * articles.picture-unknown, request.busy
 */
export async function importFile(
  ctx: MemberFlowContext,
  resourceId: number,
  { format, text, ...form }: CheckImportForm,
): Promise<AdminCheck> {
  await actions.requireResource(ctx, resourceId);
  const read = await readFile({ format, text });
  return ctx.transaction((inner) => actions.importQuestions(inner, resourceId, { ...form, read }));
}
