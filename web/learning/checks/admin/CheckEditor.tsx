import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import {
  ArrowLeft,
  CloudOff,
  CloudUpload,
  Download,
  Eye,
  FileDown,
  FileUp,
  History,
  Check as Kept,
  Plus,
  Trash2,
} from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { AdminCheck } from '#contract/learning/checks-admin.ts';
import type { CheckQuestion } from '#contract/learning/checks-content.ts';
import { checkLimits } from '#contract/learning/checks-limits.ts';
import { type CheckProblem, problemsOf } from '#contract/learning/checks-warnings.ts';
import { dateAndTime, shortDate } from '../../../dates.ts';
import { lazyDialog } from '../../../platform/lazy-dialog.ts';
import { linkTo } from '../../../platform/link.tsx';
import { usePage } from '../../../platform/page.ts';
import { useSingleRun } from '../../../platform/single-run.ts';
import { toast } from '../../../platform/toast.ts';
import { Banner } from '../../../ui/Banner.tsx';
import { Button } from '../../../ui/Button.tsx';
import { buttonClasses } from '../../../ui/button-classes.ts';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { SortStatus } from '../../../ui/SortableList.tsx';
import { useSortable } from '../../../ui/sortable.ts';
import { TextButton } from '../../../ui/TextLink.tsx';
import { VisuallyHidden } from '../../../ui/VisuallyHidden.tsx';
import { QuestionCard } from '../QuestionCard.tsx';
import { exportCheck, statisticsQuery, usePublish, useRemoveCheck } from './api.ts';
import { newQuestion, newQuestionId, overallText, shownQuestion, withCopy, withQuestion } from './editor-display.ts';
import { QuestionRow, questionButtonId } from './QuestionRow.tsx';
import { Part, SettingsFields } from './SettingsFields.tsx';
import { type CheckDraft, useCheckDraft } from './use-check-draft.ts';

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
  const [faulty, setFaulty] = useState<CheckQuestion | null>(null);
  const problems = problemsOf(content, {
    sections: check.headings.map(({ section }) => section),
    pages: check.pages,
  });
  const publishing = usePublish(check.resourceId, draft.take);
  const focusWhenShown = useFocusWhenShown();
  const title = `Check: ${check.title}`;
  usePage(title, trail);

  const publish = useSingleRun(async () => {
    const blocking = problems.find(({ blocks }) => blocks);
    if (blocking) return goTo(blocking);
    const isSaved = await flush();
    const seenAt = draft.seenAt();
    if (isSaved && seenAt !== null) await publishing.mutateAsync(seenAt);
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
  return (
    <div className="flex min-h-dvh flex-col">
      <EditorHeader
        draft={draft}
        isPublishing={publishing.isPending}
        onPreview={() => void openSaved('preview')}
        onPublish={() => void publish()}
      />
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
            onFaulty={setFaulty}
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
          <Versions draft={draft} />
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
        <voidDialog.Dialog check={check} question={faulty} onVoided={draft.note} onClose={() => setFaulty(null)} />
      ) : null}
    </div>
  );
}

/** Returns a function that focuses an element once it is rendered. */
function useFocusWhenShown() {
  const wanted = useRef<string>(null);
  useEffect(() => {
    const element = wanted.current === null ? null : document.querySelector<HTMLElement>(wanted.current);
    if (!element) return;
    wanted.current = null;
    element.focus();
    element.scrollIntoView({ block: 'center' });
  });
  return (selector: string) => {
    wanted.current = selector;
  };
}

type EditorHeaderProps = { draft: CheckDraft; isPublishing: boolean; onPreview: () => void; onPublish: () => void };

function EditorHeader({ draft, isPublishing, onPreview, onPublish }: EditorHeaderProps) {
  const { check, content, state } = draft;
  const isUnchanged = check.published !== null && !check.hasChanges && state === 'saved';
  return (
    <header className="sticky top-0 z-20 flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-border bg-card px-4 py-2.5 lg:px-6">
      <Link to="/admin-dashboard" className={buttonClasses({ variant: 'ghost', size: 'small' })}>
        <ArrowLeft size={18} />
        Resources
      </Link>
      <DraftStatus draft={draft} />
      <span className="ml-auto flex items-center gap-2">
        <Button
          variant="outline"
          size="small"
          disabled={content.questions.length === 0}
          {...previewDialog.near}
          onClick={onPreview}
        >
          <Eye size={16} />
          <span className="max-sm:sr-only">Preview</span>
        </Button>
        <Button
          size="small"
          isBusy={isPublishing}
          unavailableReason={isUnchanged ? 'Members take this version already.' : undefined}
          onClick={onPublish}
        >
          Publish check
        </Button>
      </span>
    </header>
  );
}

function DraftStatus({ draft: { check, state } }: { draft: CheckDraft }) {
  const Icon = state === 'saving' ? CloudUpload : state === 'saved' ? Kept : CloudOff;
  const text = {
    saving: 'Saving the draft',
    saved: check.updatedAt === null ? 'Nothing written yet' : `Draft saved ${dateAndTime(check.updatedAt)}`,
    unsaved: 'The draft is not saved. The page saves it when the connection is back.',
    conflict: 'The draft is not saved.',
  }[state];
  return (
    <p
      role="status"
      className="flex items-center gap-1.5 text-sm text-muted-foreground max-sm:order-last max-sm:w-full"
    >
      <Icon size={16} className={state === 'saved' ? undefined : 'text-warning-text'} />
      {text}
      {check.published && check.hasChanges ? (
        <span className="max-md:hidden">
          · Members still take version {check.published.version} of {shortDate(check.published.publishedAt)}
        </span>
      ) : null}
    </p>
  );
}

function Conflict({ draft: { settle } }: { draft: CheckDraft }) {
  return (
    <div className="mb-5">
      <Banner tone="danger" role="alert">
        <p>Another administrator changed this check after you opened it. Your changes are not saved.</p>
        <p className="mt-1 flex flex-wrap gap-x-4 gap-y-1">
          <TextButton className="text-danger-text! underline" onClick={() => void settle('theirs')}>
            Load their version
          </TextButton>
          <TextButton className="text-danger-text! underline" onClick={() => void settle('mine')}>
            Keep mine instead
          </TextButton>
        </p>
      </Banner>
    </div>
  );
}

type ProblemsProps = {
  problems: readonly CheckProblem[];
  /** Whether nothing was written yet, so that nothing is missing either. */
  isNew: boolean;
  onGoTo: (problem: CheckProblem) => void;
};

/** Problems of the whole check, and the first one of each question with the way there. */
function Problems({ problems, isNew, onGoTo }: ProblemsProps) {
  if (isNew) return null;
  const listed = problems.filter(
    ({ questionId }, index) =>
      questionId === null || problems.findIndex((other) => other.questionId === questionId) === index,
  );
  if (listed.length === 0) return null;
  return (
    <section aria-label="Warnings" className="mb-5">
      <Banner tone="warning">
        <ul className="flex flex-col gap-1">
          {listed.map((problem) => (
            <li key={`${problem.questionId} ${problem.sentence}`}>
              {problem.number === null ? null : <strong>Question {problem.number}: </strong>}
              {problem.sentence}{' '}
              {problem.number === null ? null : (
                <TextButton className="text-warning-text! underline" onClick={() => onGoTo(problem)}>
                  Go to question {problem.number}
                </TextButton>
              )}
            </li>
          ))}
        </ul>
      </Banner>
    </section>
  );
}

type QuestionsProps = {
  draft: CheckDraft;
  problems: readonly CheckProblem[];
  statistics: Parameters<typeof QuestionRow>[0]['statistics'];
  openId: string | null;
  onOpen: (id: string | null) => void;
  onFaulty: (question: CheckQuestion) => void;
};

function Questions({ draft, problems, statistics, openId, onOpen, onFaulty }: QuestionsProps) {
  const { check, content, change } = draft;
  const { questions } = content;
  const sortable = useSortable({
    items: questions,
    keyOf: ({ id }) => id,
    nameOf: (_, index) => `Question ${index + 1}`,
    onChange: (moved) => change({ ...content, questions: moved }),
  });

  function remove(question: CheckQuestion, index: number) {
    change({ ...content, questions: questions.toSpliced(index, 1) });
    if (openId === question.id) onOpen(null);
    toast({
      title: 'Question deleted',
      action: { label: 'Undo', onPress: () => draft.restore(question, index) },
    });
    // The pressed button is gone with its question.
    const next = questions[index + 1] ?? questions[index - 1];
    if (next) document.getElementById(questionButtonId(next.id))?.focus();
  }

  if (questions.length === 0) {
    return (
      <p className="rounded-lg border border-dashed border-input px-5 py-8 text-center text-muted-foreground">
        No question yet. Write the first one, or import a file in JSON, GIFT or Aiken.
      </p>
    );
  }
  return (
    <>
      <h2 className="sr-only">Questions</h2>
      <ol ref={sortable.list} className="flex flex-col gap-2">
        {questions.map((question, index) => (
          <QuestionRow
            key={question.id}
            question={question}
            index={index}
            count={questions.length}
            check={check}
            problems={problems.filter(({ questionId }) => questionId === question.id).map(({ sentence }) => sentence)}
            statistics={statistics}
            sortable={sortable}
            isOpen={openId === question.id}
            onToggle={() => onOpen(openId === question.id ? null : question.id)}
            onChange={(next) => change(withQuestion(content, next))}
            onDuplicate={() => change(withCopy(content, question.id, newQuestionId(questions)))}
            onDelete={() => remove(question, index)}
            onVoid={() => onFaulty(question)}
          />
        ))}
      </ol>
      <SortStatus sortable={sortable} />
    </>
  );
}

/** Published versions with their files, and the way to take the check from the resource. */
function Versions({ draft: { check, take } }: { draft: CheckDraft }) {
  const [isAsking, setIsAsking] = useState(false);
  const removing = useRemoveCheck(check.resourceId, take);
  const remove = useSingleRun(() => removing.mutateAsync());
  if (check.versions.length === 0) return null;
  return (
    <Part title="Versions">
      <ol className="flex flex-col gap-2 text-sm tabular-nums">
        {check.versions.map(({ version, publishedAt, attempts }) => (
          <li key={version} className="flex items-center gap-2">
            <History size={16} className="flex-none text-muted-foreground" />
            <span className="min-w-0 flex-1">
              Version {version}, {shortDate(publishedAt)}
              <span className="block text-xs text-muted-foreground">
                {attempts === 1 ? '1 attempt' : `${attempts.toLocaleString('en-GB')} attempts`}
                {check.published?.version === version ? ', members take this one' : ''}
              </span>
            </span>
            <TextButton onClick={() => void exportCheck(check.resourceId, version)} className="pointer-coarse:min-h-11">
              <Download size={16} />
              <VisuallyHidden>Export version {version}</VisuallyHidden>
            </TextButton>
          </li>
        ))}
      </ol>
      {check.published ? (
        <Button variant="destructive-ghost" size="small" className="-ml-2 self-start" onClick={() => setIsAsking(true)}>
          <Trash2 size={16} />
          Remove the check
        </Button>
      ) : null}
      <ConfirmDialog
        isOpen={isAsking}
        isBusy={removing.isPending}
        onOpenChange={setIsAsking}
        title="Remove the check from this resource?"
        description="Members no longer see it, and the resource is completed by reading again. The draft, its versions and all attempts stay."
        confirmLabel="Remove"
        onConfirm={() => void remove().then(() => setIsAsking(false))}
      />
    </Part>
  );
}
