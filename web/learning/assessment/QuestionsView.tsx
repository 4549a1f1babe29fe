import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { CloudCheck, CloudOff, CloudUpload, History } from 'lucide-react';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { AssessmentQuestions } from '#contract/learning/assessment.ts';
import { generateToolToken, updateToolSession } from '#contract/learning/tools.endpoints.ts';
import type { ToolAccess } from '#contract/learning/tools.ts';
import { call } from '#web/platform/api.ts';
import { today } from '#web/platform/clock.ts';
import { ApiError } from '#web/platform/errors.ts';
import { keepTabToken } from '#web/platform/tab-token.ts';
import { toast } from '#web/platform/toast.ts';
import { keepTyped } from '#web/platform/typed.ts';
import { Button } from '#web/ui/Button.tsx';
import { classes } from '#web/ui/classes.ts';
import { Field } from '#web/ui/Field.tsx';
import { TextInput } from '#web/ui/TextInput.tsx';
import { textLinkClasses } from '#web/ui/TextLink.tsx';
import { useViewResults } from './api.ts';
import { historyQuery } from './plan-api.ts';
import { QuestionsForm } from './QuestionsForm.tsx';
import { attemptOf, later, type Run, readRun } from './run-display.ts';
import { createSaving, type Saving, type SavingState } from './saving.ts';

type QuestionsViewProps = { token: string; access: ToolAccess; userId: number; questions: AssessmentQuestions };

/** Questions of the tool; every change is saved. */
export function QuestionsView({ token, access, userId, questions }: QuestionsViewProps) {
  const { run, change, state } = useRun({ token, access, userId });
  return (
    <QuestionsForm
      questions={questions}
      run={run}
      onChange={change}
      subtitle={`Welcome, ${access.user.firstName}`}
      status={<SavedStatus state={state} />}
      leave={<Leave state={state} />}
      aside={<LastResult />}
      start={<ScopeFields run={run} onChange={change} />}
      finish={<ViewResults run={run} questions={questions} resourceId={access.resource.id} />}
    />
  );
}

/**
 * Button that leaves the questions once the last answer is saved or known to be unsaved. My plan offers to continue
 * (ASSESS-20).
 */
function Leave({ state }: { state: SavingState }) {
  const [isLeaving, setIsLeaving] = useState(false);
  const navigate = useNavigate();
  useEffect(() => {
    if (!isLeaving || state === 'saving') return;
    toast({ title: 'Your answers are kept', description: 'Continue from My plan at any time.' });
    void navigate({ to: '/my-plan' });
  }, [isLeaving, state, navigate]);
  return (
    <Button variant="outline" size="small" isBusy={isLeaving} onClick={() => setIsLeaving(true)} className="ml-auto">
      Save and leave
    </Button>
  );
}

function LastResult() {
  const { data } = useQuery(historyQuery(1));
  const [latest] = data?.items ?? [];
  if (!latest) return null;
  return (
    <Link
      to="/tools/responsible-ai-assessment"
      search={{ attempt: String(latest.id) }}
      className={`${textLinkClasses} mt-3 min-h-11 px-3 max-lg:px-0`}
    >
      <History size={16} />
      Latest results
    </Link>
  );
}

/** Optional fields for scope and date of the answers, before the first question (ASSESS-16). */
function ScopeFields({ run, onChange }: { run: Run; onChange: (run: Run) => void }) {
  return (
    <div className="mt-5 grid grid-cols-1 gap-4 border-t border-border pt-5 sm:grid-cols-[minmax(0,1fr)_12rem]">
      <Field label="Scope" isOptional hint="The whole organisation, or one division">
        <TextInput
          value={run.scope}
          maxLength={200}
          autoComplete="off"
          onChange={(event) => onChange({ ...run, scope: event.target.value })}
        />
      </Field>
      <Field label="Date" isOptional hint="The day your answers describe">
        <TextInput type="date" value={run.date} onChange={(event) => onChange({ ...run, date: event.target.value })} />
      </Field>
    </div>
  );
}

type ViewResultsProps = { run: Run; questions: AssessmentQuestions; resourceId: number };

function ViewResults({ run, questions, resourceId }: ViewResultsProps) {
  const computing = useViewResults();
  return (
    <Button
      isBusy={computing.isPending}
      onClick={() => computing.mutate({ ...attemptOf(run, questions), resourceId })}
      className="max-sm:w-full sm:order-4"
    >
      View Results
    </Button>
  );
}

const looks = {
  saved: { Icon: CloudCheck, text: 'Saved' },
  saving: { Icon: CloudUpload, text: 'Saving' },
  unsaved: {
    Icon: CloudOff,
    text: 'Not saved. Your answers are kept on this device and sent when the connection is back.',
  },
};

/** State of saving; screen readers announce each change. */
function SavedStatus({ state }: { state: SavingState }) {
  const { Icon, text } = looks[state];
  return (
    <p
      role="status"
      className={classes(
        'flex items-start gap-1.5 text-sm',
        state === 'unsaved'
          ? 'max-w-80 rounded-md bg-warning-soft px-3 py-2 text-warning-text'
          : 'text-muted-foreground',
      )}
    >
      <Icon size={16} className="mt-0.5" />
      {text}
    </p>
  );
}

/** Pause after a failure, before the answers are sent again. */
const againMilliseconds = 5000;

type Opened = { token: string; access: ToolAccess; userId: number };

/**
 * Returns the run of answers of this page, restored from the server, or from this device if that is newer. Each change
 * is saved, and other tabs of the same assessment follow it.
 */
function useRun({ token, access, userId }: Opened) {
  const { resource, onlineProduct, sessionData } = access;
  const name = `assessment ${userId} ${resource.id}`;
  const restored = useRef(readRun(sessionData, today().toISOString()));
  const [run, setRun] = useState(() => later(restored.current, readUnsent(name)));
  const [state, setState] = useState<SavingState>('saved');
  const saving = useRef<Saving<Run>>(null);
  const channel = useRef<BroadcastChannel>(null);
  const tool = useRef({ token, resourceId: resource.id, onlineProductId: onlineProduct.id });

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const made = createSaving<Run>({
      send: (value) => sendRun(tool.current, value),
      keep: (value) => keepUnsent(name, value),
      tell: setState,
      later: (again) => {
        timer = setTimeout(again, againMilliseconds);
      },
    });
    saving.current = made;
    const others = new BroadcastChannel(name);
    others.onmessage = ({ data }: MessageEvent<unknown>) => {
      const theirs = readRun(data, new Date(0).toISOString());
      setRun((ours) => later(ours, theirs));
    };
    channel.current = others;
    addEventListener('online', made.sendAgain);
    // Sends the unsent answers of an earlier visit, unless another device has changed the run since.
    const unsent = readUnsent(name);
    if (unsent && later(restored.current, unsent) === unsent) made.save(unsent);
    else keepUnsent(name, null);
    return () => {
      clearTimeout(timer);
      others.close();
      removeEventListener('online', made.sendAgain);
    };
  }, [name]);

  const change = useCallback((next: Run) => {
    const changed = { ...next, lastUpdated: today().toISOString() };
    setRun(changed);
    saving.current?.save(changed);
    channel.current?.postMessage(changed);
  }, []);

  return { run, change, state };
}

type Tool = { token: string; resourceId: number; onlineProductId: number };

/**
 * Saves a run. When the server rejects the token, requests a new one, keeps it for this tab and saves again
 * (ASSESS-09).
 */
async function sendRun(tool: Tool, run: Run): Promise<void> {
  try {
    await call(updateToolSession, { body: { token: tool.token, sessionData: run } });
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'tools.token-invalid') throw error;
    const { resourceId, onlineProductId } = tool;
    tool.token = (await call(generateToolToken, { body: { resourceId, onlineProductId } })).token;
    keepTabToken(tool.token);
    await call(updateToolSession, { body: { token: tool.token, sessionData: run } });
  }
}

/** Stores answers that the server does not have yet, so that closing the page loses nothing; null removes them. */
function keepUnsent(name: string, run: Run | null): void {
  keepTyped('localStorage', name, run);
}

/** Returns answers that an earlier visit could not send; null when there are none. */
function readUnsent(name: string): Run | null {
  try {
    const kept = localStorage.getItem(name);
    return kept === null ? null : readRun(JSON.parse(kept), new Date(0).toISOString());
  } catch {
    return null;
  }
}
