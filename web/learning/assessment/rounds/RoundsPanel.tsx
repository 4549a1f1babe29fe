import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import type { AssessmentRound } from '#contract/learning/assessment-rounds.ts';
import type { Organisation } from '#contract/organisations/organisations.ts';
import { ListPanel } from '#web/admin/ListPanel.tsx';
import { useList } from '#web/admin/list-state.ts';
import { organisationList } from '#web/organisations/organisations/display.ts';
import { useConfirmDialog } from '#web/platform/confirm-dialog.ts';
import { lazyDialog } from '#web/platform/lazy-dialog.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { Button } from '#web/ui/Button.tsx';
import { buttonClasses } from '#web/ui/button-classes.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { DataTable, type DataTableColumn } from '#web/ui/DataTable.tsx';
import { TextLink } from '#web/ui/TextLink.tsx';
import { roundsQuery, useCloseRound } from './api.ts';
import { answeredText, dayText } from './display.ts';

const startDialog = lazyDialog(async () => (await import('./StartRoundDialog.tsx')).StartRoundDialog);

/** Rounds of an organisation for its owners and managers (TEAM-01). */
export function RoundsPanel({ organisation: { id, people } }: { organisation: Organisation }) {
  const list = useList(organisationList);
  const [isStarting, setStarting] = useState(false);
  const start = (
    <Button {...startDialog.near} onClick={() => setStarting(true)}>
      <Plus size={18} />
      Start a round
    </Button>
  );
  return (
    <section aria-labelledby="rounds" className="flex flex-col gap-4">
      <div className="flex flex-wrap items-end justify-between gap-4">
        <div>
          <h2 id="rounds">Assessment rounds</h2>
          <p className="mt-1 max-w-152 text-sm text-muted-foreground">
            People answer the readiness assessment alone. You see how many chose each level, never the answers of a
            person.
          </p>
        </div>
        {start}
      </div>
      <ListPanel
        list={list}
        query={useQuery(roundsQuery(id, list.state.page))}
        noun={['round', 'rounds']}
        failure="The rounds did not load"
        none={{
          title: 'No rounds yet',
          description: 'Start one to see where your organisation is and where people disagree.',
        }}
        noMatch={{ title: 'No match', description: 'Go back to the first page.' }}
      >
        {(rounds) => (
          <DataTable
            caption="Assessment rounds"
            columns={columnsOf(id)}
            rows={rounds}
            rowKey={({ id: round }) => round}
          />
        )}
      </ListPanel>
      {isStarting ? (
        <startDialog.Dialog organisationId={id} people={people ?? 0} onClose={() => setStarting(false)} />
      ) : null}
    </section>
  );
}

const columnsOf = (id: number): DataTableColumn<AssessmentRound>[] => [
  {
    key: 'title',
    header: 'Round',
    kind: 'subject',
    cell: ({ id: round, title, closedAt }) =>
      closedAt === null ? (
        <span className="font-semibold wrap-anywhere">{title}</span>
      ) : (
        <TextLink asChild>
          <Link to="/organisation/assessment/$roundId" params={{ roundId: String(round) }} className="wrap-anywhere">
            {title}
          </Link>
        </TextLink>
      ),
  },
  { key: 'state', header: 'State', cell: (round) => <RoundState round={round} /> },
  { key: 'answered', header: 'Answers', cell: (round) => <span className="tabular-nums">{answeredText(round)}</span> },
  {
    key: 'day',
    header: 'Last day',
    cell: ({ closesOn }) => <span className="tabular-nums">{dayText(closesOn)}</span>,
  },
  {
    key: 'actions',
    header: 'Actions',
    kind: 'actions',
    cell: (round) => (round.closedAt === null ? <OpenActions id={id} round={round} /> : null),
  },
];

function RoundState({ round: { closedAt, hasResults } }: { round: AssessmentRound }) {
  if (closedAt === null) return <Badge tone="info">Open</Badge>;
  return hasResults ? <Badge tone="success">Results</Badge> : <Badge>Closed, hidden</Badge>;
}

function OpenActions({ id, round }: { id: number; round: AssessmentRound }) {
  const [isAsked, ask] = useState(false);
  const closing = useCloseRound({ id, roundId: round.id });
  const close = useConfirmDialog(
    () => closing.mutateAsync(),
    () => ask(false),
  );
  return (
    <>
      {round.own === 'not-invited' ? null : <AnswerLink round={round} />}
      <Button variant="outline" size="small" onClick={() => ask(true)}>
        Close<span className="sr-only"> {round.title}</span>
      </Button>
      {isAsked ? (
        <ConfirmDialog
          isOpen
          {...close}
          title={`Close ${round.title}?`}
          description={`${answeredText(round)}. No more answers are taken, and the link between answers and people is deleted. This cannot be undone.`}
          confirmLabel="Close round"
        />
      ) : null}
    </>
  );
}

export function AnswerLink({ round }: { round: Pick<AssessmentRound, 'id' | 'own' | 'title'> }) {
  return (
    <Link
      to="/organisation/assessment/$roundId/answers"
      params={{ roundId: String(round.id) }}
      className={buttonClasses({ size: 'small', variant: round.own === 'waiting' ? 'primary' : 'outline' })}
    >
      {round.own === 'waiting' ? 'Answer' : 'Change answers'}
      <span className="sr-only"> {round.title}</span>
    </Link>
  );
}
