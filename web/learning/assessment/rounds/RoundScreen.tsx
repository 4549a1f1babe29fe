import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import type { RoundQuestion, RoundResults } from '#contract/learning/assessment-rounds.ts';
import type { Organisation } from '#contract/organisations/organisations.ts';
import { ownOrganisation } from '#web/organisations/organisations/api.ts';
import { ApiError } from '#web/platform/errors.ts';
import { linkTo } from '#web/platform/link.tsx';
import { usePage } from '#web/platform/page.ts';
import { buttonClasses } from '#web/ui/button-classes.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { Loaded } from '#web/ui/Loaded.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { resultsQuery } from './api.ts';
import { endsOf, hiddenText, levelName, roundFacts } from './display.ts';
import { PanelHead, RoundHead, RoundSections } from './RoundHead.tsx';
import { RoundPlanCard } from './RoundPlanCard.tsx';
import { AnswersTable, GroupsTable } from './RoundTables.tsx';
import '#web/ui/all-classes.css';
import { Card } from '#web/ui/Card.tsx';
import { Distribution } from './Distribution.tsx';

const trail = [
  { label: 'Organisation', link: linkTo({ to: '/organisation' }) },
  { label: 'Assessment', link: linkTo({ to: '/organisation', search: { tab: 'assessment' } }) },
];

const placeholder = (
  <div data-testid="skeleton" className="flex flex-col gap-8">
    <p role="status" className="sr-only">
      Loading the round
    </p>
    <Skeleton className="h-44 w-full rounded-lg!" />
    <Skeleton className="h-24 w-full rounded-lg!" />
    <Skeleton className="h-96 w-full rounded-lg!" />
  </div>
);

/** Results of a closed round, for owners and managers (TEAM-03 to TEAM-06). */
export function RoundScreen() {
  const { roundId } = useParams({ from: '/members/shell/organisation/assessment/$roundId' });
  return (
    <Loaded
      query={useQuery(ownOrganisation)}
      skeleton={placeholder}
      failure="Your organisation did not load"
      safe="Nothing was changed. Check your connection, then try again."
    >
      {(organisation) =>
        organisation && organisation.role !== 'learner' && /^\d{1,9}$/.test(roundId) ? (
          <OneRound organisation={organisation} roundId={Number(roundId)} />
        ) : (
          <Nothing
            title="No round here"
            description="Results of rounds are for owners and managers of the organisation."
          />
        )
      }
    </Loaded>
  );
}

function OneRound({ organisation, roundId }: { organisation: Organisation; roundId: number }) {
  const results = useQuery(resultsQuery({ id: organisation.id, roundId }));
  const { error } = results;
  if (error instanceof ApiError && error.code === 'assessment.round-open') {
    return (
      <Nothing
        title="This round is still open"
        description="Its results are shown when it closes: on its last day, or when an owner or manager closes it."
      />
    );
  }
  if (error instanceof ApiError && error.code === 'assessment.round-not-found') {
    return <Nothing title="No round here" description="This organisation has no such round." />;
  }
  return (
    <Loaded
      query={results}
      skeleton={placeholder}
      failure="The results did not load"
      safe="Nothing was changed. Check your connection, then try again."
    >
      {(loaded) => <Shown organisation={organisation} results={loaded} />}
    </Loaded>
  );
}

function Shown({ organisation: { id }, results }: { organisation: Organisation; results: RoundResults }) {
  usePage(results.title, trail);
  if (!results.hasResults) {
    return (
      <>
        <p className="mb-4 text-sm text-muted-foreground">{roundFacts(results)}</p>
        <Nothing title="Results are hidden" description={hiddenText(results)} />
      </>
    );
  }
  return (
    <div className="flex flex-col gap-8 lg:gap-10">
      <RoundHead organisationId={id} results={results} />
      <RoundSections results={results} />
      <Disagreement results={results} />
      <AnswersTable results={results} />
      {results.groups.length > 0 ? <GroupsTable results={results} /> : null}
      <RoundPlanCard organisationId={id} results={results} />
    </div>
  );
}

function Nothing({ title, description }: { title: string; description: string }) {
  usePage(title, trail);
  return (
    <EmptyState
      headingLevel={1}
      title={title}
      description={description}
      action={
        <Link to="/organisation" search={{ tab: 'assessment' }} className={buttonClasses({ variant: 'outline' })}>
          All rounds
        </Link>
      }
    />
  );
}

/** The questions whose answers differ most (TEAM-03). */
function Disagreement({ results }: { results: RoundResults }) {
  const { disagreed, questions } = results;
  const shown = disagreed.flatMap((id) => questions.find((question) => question.id === id) ?? []);
  return (
    <Card isPadded={false} role="region" aria-labelledby="disagreed">
      <PanelHead
        id="disagreed"
        title="Where you disagree most"
        about={
          shown.length > 0
            ? 'Answers to these questions differ most. Discuss them first.'
            : 'All people gave the same answer to each question.'
        }
      />
      {shown.length > 0 ? (
        <ol className="grid grid-cols-1 border-t border-border lg:grid-cols-3">
          {shown.map((question, index) => (
            <Entry key={question.id} number={index + 1} question={question} results={results} />
          ))}
        </ol>
      ) : null}
    </Card>
  );
}

type EntryProps = { number: number; question: RoundQuestion; results: RoundResults };

function Entry({ number, question, results }: EntryProps) {
  const { title, sectionId, spread, distribution } = question;
  const { low, high } = endsOf(distribution);
  const section = results.sections.find(({ id }) => id === sectionId);
  return (
    <li className="flex flex-col gap-3 border-border p-5 not-first:border-t lg:px-6 lg:pb-6 lg:not-first:border-t-0 lg:not-first:border-l">
      <div className="flex items-center justify-between gap-3">
        <span aria-hidden="true" className="font-display text-xl font-semibold text-primary">
          {number}
        </span>
        <span className="text-sm text-muted-foreground tabular-nums">Spread {spread.toFixed(1)}</span>
      </div>
      <div>
        <h3 className="text-base! leading-5.5!">{title}</h3>
        <p className="text-sm text-muted-foreground">{section?.title}</p>
      </div>
      <Distribution results={results} question={question} isTall />
      <p className="text-sm text-muted-foreground">
        <strong className="font-semibold text-foreground">{people(distribution[low])}</strong>{' '}
        {distribution[low] === 1 ? 'says' : 'say'} {levelName(results, low)} while{' '}
        <strong className="font-semibold text-foreground">{distribution[high]}</strong>{' '}
        {distribution[high] === 1 ? 'says' : 'say'} {levelName(results, high)}.
      </p>
    </li>
  );
}

const people = (count: number) => (count === 1 ? '1 person' : `${count} people`);
