import { useQuery } from '@tanstack/react-query';
import { Eye, FileDown, FileUp, Plus } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { AdminCheck } from '#contract/learning/checks-admin.ts';
import { checkLimits } from '#contract/learning/checks-limits.ts';
import { type CheckProblem, problemsOf } from '#contract/learning/checks-warnings.ts';
import { useAction } from '#web/platform/action.ts';
import { lazyDialog } from '#web/platform/lazy-dialog.ts';
import { linkTo } from '#web/platform/link.tsx';
import { usePage } from '#web/platform/page.ts';
import { toast } from '#web/platform/toast.ts';
import { Button } from '#web/ui/Button.tsx';
import { QuestionCard } from '../QuestionCard.tsx';
import { exportCheck, statisticsQuery, usePublish } from './api.ts';
import { CheckVersions } from './CheckVersions.tsx';
import { Conflict, EditorHeader } from './EditorHeader.tsx';
import { newQuestion, newQuestionId, overallText, shownQuestion } from './editor-display.ts';
import { Problems, Questions } from './QuestionList.tsx';
import { questionButtonId } from './QuestionRow.tsx';
import { Part, SettingsFields } from './SettingsFields.tsx';
import { useCheckDraft } from './use-check-draft.ts';
import type { Faulty } from './VoidDialog.tsx';

const importDialog = lazyDialog(async () => (await import('./ImportDialog.tsx')).ImportDialog);
const previewDialog = lazyDialog(async () => (await import('./PreviewDialog.tsx')).PreviewDialog);
const voidDialog = lazyDialog(async () => (await import('./VoidDialog.tsx')).VoidDialog);
const extraTimeDialog = lazyDialog(async () => (await import('./ExtraTimeDialog.tsx')).ExtraTimeDialog);

const trail = [{ label: 'Admin Dashboard', link: linkTo({ to: '/admin-dashboard' }) }];

type CheckEditorProps = {
  opened: AdminCheck;
  /** Links between the sections of the resource's editor. */
  sections: ReactNode;
};

/** Editor of a resource's check. Each change is saved as a draft; members see it once it is published (CHECK-03). */
export function CheckEditor({ opened, sections }: CheckEditorProps) {
  const draft = useCheckDraft(opened);
  const { check, content, round, change, flush } = draft;
  const { data: statistics } = useQuery({ ...statisticsQuery(check.resourceId), enabled: check.published !== null });
  const [openId, setOpenId] = useState<string | null>(null);
  const [asked, ask] = useState<'import' | 'preview' | 'extra-time' | null>(null);
  const [faulty, setFaulty] = useState<Faulty | null>(null);
  const problems = problemsOf(content, {
    sections: check.headings.map(({ section }) => section),
    pages: check.pages,
  });
  const publishing = usePublish(check.resourceId, draft.take);
  const focusWhenShown = useFocusWhenShown();
  const editor = useRef<HTMLDivElement>(null);
  const title = `Check: ${check.title}`;
  usePage(title, trail);

  const { mutate: publish } = useAction({
    send: async () => {
      const blocking = problems.find(({ blocks }) => blocks);
      if (blocking) return goTo(blocking);
      // The draft lacks a number that is out of its limits, so it would be published without it.
      const wrong = editor.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
      if (wrong) return wrong.focus();
      const isSaved = await flush();
      const seenAt = draft.seenAt();
      if (isSaved && seenAt !== null) await publishing.mutateAsync(seenAt);
    },
  });

  function goTo({ questionId, sentence }: CheckProblem) {
    if (questionId === null) return toast({ title: 'The check cannot be published yet', description: sentence });
    setOpenId(questionId);
    focusWhenShown(`#${questionButtonId(questionId)}`);
  }

  async function openSaved(dialog: 'import' | 'preview') {
    if (await flush()) ask(dialog);
    else toast({ title: 'The draft is not saved yet', description: 'Save it first.', tone: 'destructive' });
  }

  function add() {
    const question = newQuestion(newQuestionId(content.questions));
    change({ ...content, questions: [...content.questions, question] });
    setOpenId(question.id);
    focusWhenShown(`[data-question="${question.id}"]`);
  }

  const number = content.questions.findIndex(({ id }) => id === openId) + 1;
  const open = content.questions[number - 1];
  const isUnchanged = check.published !== null && !check.hasChanges && draft.state === 'saved';
  return (
    <div ref={editor} className="flex min-h-dvh flex-col">
      <EditorHeader draft={draft}>
        <Button
          variant="outline"
          size="small"
          disabled={content.questions.length === 0}
          {...previewDialog.near}
          onClick={() => void openSaved('preview')}
        >
          <Eye size={16} />
          <span className="max-sm:sr-only">Preview</span>
        </Button>
        <Button
          size="small"
          isBusy={publishing.isPending}
          unavailableReason={isUnchanged ? 'Members take this version already.' : undefined}
          onClick={() => publish()}
        >
          Publish check
        </Button>
      </EditorHeader>
      <div className="grid flex-1 grid-cols-[minmax(0,1fr)] lg:grid-cols-[minmax(0,1fr)_21rem]">
        <main id="main" tabIndex={-1} className="mx-auto w-full max-w-208 px-4 pt-2 pb-10 outline-none lg:px-8">
          {sections}
          <div className="mt-6 mb-5 flex flex-wrap items-end justify-between gap-x-4 gap-y-3">
            <div className="min-w-0">
              <h1 className="text-2xl! leading-8.5! wrap-anywhere">{title}</h1>
              <p className="mt-1 text-sm text-muted-foreground tabular-nums">
                {statistics ? overallText(statistics) : check.published ? ' ' : 'Not published yet'}
              </p>
            </div>
            <div className="flex gap-2 max-sm:w-full">
              <Button
                variant="outline"
                size="small"
                className="max-sm:flex-1"
                {...importDialog.near}
                onClick={() => void openSaved('import')}
              >
                <FileUp size={16} />
                Import
              </Button>
              <Button
                variant="outline"
                size="small"
                className="max-sm:flex-1"
                disabled={check.updatedAt === null}
                onClick={() => void flush().then(() => exportCheck(check.resourceId))}
              >
                <FileDown size={16} />
                Export
              </Button>
            </div>
          </div>
          {draft.state === 'conflict' ? <Conflict draft={draft} /> : null}
          <Problems problems={problems} isNew={check.updatedAt === null} onGoTo={goTo} />
          <Questions
            key={round}
            draft={draft}
            problems={problems}
            statistics={statistics}
            openId={openId}
            onOpen={setOpenId}
            onFaulty={(question) => setFaulty({ question })}
          />
          <div className="mt-4 flex flex-wrap gap-2">
            <Button
              variant="secondary"
              className="max-sm:w-full"
              disabled={content.questions.length >= checkLimits.questions}
              onClick={add}
            >
              <Plus size={16} />
              Add question
            </Button>
          </div>
        </main>
        <aside aria-label="Settings of the check" className="border-border bg-sidebar max-lg:border-t lg:border-l">
          <SettingsFields
            key={round}
            settings={content.settings}
            questions={content.questions.length}
            onChange={(settings) => change({ ...content, settings })}
            extraTime={
              <Button
                variant="outline"
                size="small"
                className="self-start"
                {...extraTimeDialog.near}
                onClick={() => ask('extra-time')}
              >
                More time for a member
              </Button>
            }
          />
          {open ? (
            <Part title="Members see">
              <div inert className="rounded-xl border border-border bg-background p-3">
                <QuestionCard
                  key={`${open.id} ${open.kind}`}
                  question={shownQuestion(open, number)}
                  answer={null}
                  onAnswer={() => {}}
                  count={content.questions.length}
                />
              </div>
            </Part>
          ) : null}
          <CheckVersions draft={draft} onFaulty={(version) => setFaulty({ version })} />
        </aside>
      </div>
      {asked === 'import' ? (
        <importDialog.Dialog check={check} seenAt={draft.seenAt()} onImported={draft.take} onClose={() => ask(null)} />
      ) : null}
      {asked === 'preview' ? <previewDialog.Dialog check={check} onClose={() => ask(null)} /> : null}
      {asked === 'extra-time' ? (
        <extraTimeDialog.Dialog resourceId={check.resourceId} onClose={() => ask(null)} />
      ) : null}
      {faulty ? (
        <voidDialog.Dialog check={check} faulty={faulty} onVoided={draft.note} onClose={() => setFaulty(null)} />
      ) : null}
    </div>
  );
}

/** Returns a function that focuses an element, once it is rendered. */
function useFocusWhenShown() {
  const wanted = useRef<string>(null);
  function focusWanted() {
    const element = wanted.current === null ? null : document.querySelector<HTMLElement>(wanted.current);
    if (!element) return;
    wanted.current = null;
    element.focus();
    element.scrollIntoView({ block: 'center' });
  }
  useEffect(focusWanted);
  return (selector: string) => {
    wanted.current = selector;
    // Nothing is rendered when the question is open already.
    focusWanted();
  };
}
