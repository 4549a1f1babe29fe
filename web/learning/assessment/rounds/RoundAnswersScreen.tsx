import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { Lock } from 'lucide-react';
import { useState } from 'react';
import type { RoundSheet } from '#contract/learning/assessment-rounds.ts';
import { useMember } from '#web/identity/accounts/api.ts';
import { ownOrganisation } from '#web/organisations/organisations/api.ts';
import { useAction } from '#web/platform/action.ts';
import { today } from '#web/platform/clock.ts';
import { usePortalConfig } from '#web/platform/config.ts';
import { ApiError, sentenceOf } from '#web/platform/errors.ts';
import { linkTo } from '#web/platform/link.tsx';
import { usePage } from '#web/platform/page.ts';
import { keepTyped } from '#web/platform/typed.ts';
import { FocusFrame, focusMain } from '#web/ui/AppShell.tsx';
import { Button } from '#web/ui/Button.tsx';
import { buttonClasses } from '#web/ui/button-classes.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { Loaded } from '#web/ui/Loaded.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { QuestionsForm } from '../QuestionsForm.tsx';
import { knownAnswers, newRun, type Run, readRun } from '../run-display.ts';
import { type OneRound, sheetQuery, useAnswerRound } from './api.ts';
import { dayText, invitedText } from './display.ts';
import '#web/ui/all-classes.css';

const placeholder = (
  <div data-testid="skeleton">
    <p role="status" className="sr-only">
      Opening the assessment
    </p>
    <Skeleton className="mb-4 h-10 w-80" />
    <Skeleton className="h-96 w-full rounded-lg!" />
  </div>
);

/** Screen with the twelve questions of an open round, for an invited person (TEAM-01, TEAM-02). */
export function RoundAnswersScreen() {
  const { roundId } = useParams({ from: '/members/organisation/assessment/$roundId/answers' });
  const portal = usePortalConfig();
  usePage('Assessment of your organisation');
  return (
    <FocusFrame
      portal={portal}
      homeLink={linkTo({ to: '/' })}
      back={{ link: linkTo({ to: '/organisation' }), label: 'Back to your organisation' }}
      className={`${focusMain} max-w-300`}
    >
      <Loaded
        query={useQuery(ownOrganisation)}
        skeleton={placeholder}
        failure="Your organisation did not load"
        safe="Nothing was changed. Check your connection, then try again."
      >
        {(organisation) =>
          organisation && /^\d{1,9}$/.test(roundId) ? (
            <Sheet params={{ id: organisation.id, roundId: Number(roundId) }} />
          ) : (
            <Rejected sentence="This assessment is of an organisation that you are not in." />
          )
        }
      </Loaded>
    </FocusFrame>
  );
}

function Sheet({ params }: { params: OneRound }) {
  const sheet = useQuery(sheetQuery(params));
  if (sheet.error instanceof ApiError && sheet.error.status !== 0 && sheet.error.status < 500) {
    return <Rejected sentence={sentenceOf(sheet.error)} />;
  }
  return (
    <Loaded
      query={sheet}
      skeleton={placeholder}
      failure="The assessment could not be opened"
      safe="Your answers are safe. Check your connection, then try again."
    >
      {(loaded) => <Questions params={params} sheet={loaded} />}
    </Loaded>
  );
}

function Questions({ params, sheet }: { params: OneRound; sheet: RoundSheet }) {
  const { id: userId } = useMember();
  const [run, setRun] = useState<Run>(
    () => readDraft(params.roundId, userId) ?? { ...newRun(today().toISOString()), answers: sheet.answers ?? {} },
  );
  const navigate = useNavigate();
  const answering = useAnswerRound(params, sheet.questions.version);
  const { mutate: send } = useAction({
    send: async () => {
      await answering.mutateAsync(knownAnswers(run, sheet.questions.sections));
      keepDraft(params.roundId, userId, null);
      await navigate({ to: '/organisation' });
    },
  });
  return (
    <QuestionsForm
      questions={sheet.questions}
      run={run}
      onChange={(next) => {
        setRun(next);
        keepDraft(params.roundId, userId, next);
      }}
      subtitle={`${sheet.title} · ${sheet.organisation} · open until ${dayText(sheet.closesOn)}`}
      status={
        <p className="flex items-start gap-1.5 text-sm text-muted-foreground">
          <Lock size={16} className="mt-0.5 flex-none" />
          No other person sees your answers. {invitedText(sheet)}
        </p>
      }
      aside={null}
      finish={
        <Button isBusy={answering.isPending} onClick={() => send()} className="max-sm:w-full sm:order-4">
          {sheet.answers ? 'Save answers' : 'Send answers'}
        </Button>
      }
    />
  );
}

function Rejected({ sentence }: { sentence: string }) {
  return (
    <EmptyState
      headingLevel={1}
      title="This assessment cannot be answered"
      description={sentence}
      action={
        <Link to="/organisation" className={buttonClasses({ variant: 'outline' })}>
          Your organisation
        </Link>
      }
    />
  );
}

const keyOf = (roundId: number, userId: number) => `assessment round ${roundId} of ${userId}`;

/** Returns the answers in this tab that were not sent yet; null without any. */
function readDraft(roundId: number, userId: number): Run | null {
  try {
    const kept = sessionStorage.getItem(keyOf(roundId, userId));
    return kept === null ? null : readRun(JSON.parse(kept), new Date(0).toISOString());
  } catch {
    return null;
  }
}

/** Stores answers in this tab until they are sent, so that a reload loses none; null removes them. */
function keepDraft(roundId: number, userId: number, run: Run | null): void {
  keepTyped('sessionStorage', keyOf(roundId, userId), run);
}
