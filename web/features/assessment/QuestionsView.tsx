import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { CloudCheck, CloudOff, CloudUpload, History } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { AssessmentQuestions } from '#contract/assessment.ts';
import type { ToolAccess } from '#contract/tools.ts';
import { useSingleRun } from '../../platform/single-run.ts';
import { toast } from '../../platform/toast.ts';
import { Button } from '../../ui/Button.tsx';
import { classes } from '../../ui/classes.ts';
import { Field } from '../../ui/Field.tsx';
import { TextInput } from '../../ui/TextInput.tsx';
import { textLinkClasses } from '../../ui/TextLink.tsx';
import { useViewResults } from './api.ts';
import { historyQuery } from './plan-api.ts';
import { QuestionsForm } from './QuestionsForm.tsx';
import { attemptOf, type Run } from './run-display.ts';
import type { SavingState } from './saving.ts';
import { useRun } from './use-run.ts';

type QuestionsViewProps = { token: string; access: ToolAccess; userId: number; questions: AssessmentQuestions };

/** The questions of the tool; every change is saved. */
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

/** The way out, once the last answer is saved or known not to be; My plan offers to continue (ASSESS-20). */
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

/** A link to the latest result, if there is one. */
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

/** Subject and date of the answers; asked first, both optional (ASSESS-16). */
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
  const view = useSingleRun(() => computing.mutateAsync({ ...attemptOf(run, questions), resourceId }));
  return (
    <Button isBusy={computing.isPending} onClick={() => void view()} className="max-sm:w-full sm:order-4">
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

/** Whether the answers are saved; screen readers announce each change. */
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
