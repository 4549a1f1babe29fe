import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Check, Info, PencilLine } from 'lucide-react';
import type { AssessmentQuestions, PublicAssessmentResult } from '#contract/learning/assessment.ts';
import { publicParams } from '#contract/pages/storefront.endpoints.ts';
import { shownPrice, typeNames } from '#web/catalogue/catalogue/display.ts';
import { longDate } from '#web/dates.ts';
import { useCurrentUser } from '#web/identity/accounts/api.ts';
import { AuthLink } from '#web/pages/storefront/AuthLink.tsx';
import { today } from '#web/platform/clock.ts';
import { usePortalConfig } from '#web/platform/config.ts';
import { sentenceOf } from '#web/platform/errors.ts';
import { usePage } from '#web/platform/page.ts';
import { Button } from '#web/ui/Button.tsx';
import { buttonClasses } from '#web/ui/button-classes.ts';
import { Card } from '#web/ui/Card.tsx';
import { classes } from '#web/ui/classes.ts';
import { LoadError } from '#web/ui/LoadError.tsx';
import { useHeadingFocus } from '#web/ui/PageHeading.tsx';
import { Price } from '#web/ui/Price.tsx';
import { PrincipleLabel } from '#web/ui/PrincipleMark.tsx';
import { ResourceCover } from '#web/ui/ResourceCover.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { TypeChip } from '#web/ui/TypeChip.tsx';
import { useWords } from '#web/ui/words.ts';
import { levelName } from './results-display.ts';
import { attemptOf, type Run } from './run-display.ts';
import { Quarters } from './SectionScores.tsx';
import { StartAgainButton } from './StartAgainButton.tsx';
import { publicResultQuery } from './visitor-api.ts';
import { rangesOf, reasonOf, shareOf } from './visitor-display.ts';

type PublicResultProps = {
  run: Run;
  questions: AssessmentQuestions;
  onChangeAnswers: () => void;
  onStartAgain: () => void;
};

/** Result of a visitor's answers, which the portal has not stored (TRY-02). */
export function PublicResult({ run, questions, ...actions }: PublicResultProps) {
  const { contentVersion, answers } = attemptOf(run, questions);
  const { data, error, isFetching, refetch } = useQuery(publicResultQuery({ contentVersion, answers }));
  usePage('Your result');
  if (data) return <Result result={data} run={run} questions={questions} {...actions} />;
  if (error) {
    return (
      <div className="pt-8">
        <LoadError
          title="The result could not be computed"
          description={`${sentenceOf(error)} Your answers are still in this browser.`}
          isBusy={isFetching}
          onRetry={() => void refetch()}
        />
      </div>
    );
  }
  return (
    <div className="pt-4 lg:pt-10">
      <p role="status" className="sr-only">
        Computing your result
      </p>
      <Skeleton className="mb-8 h-64 w-full rounded-lg!" />
      <Skeleton className="h-96 w-full rounded-lg!" />
    </div>
  );
}

type ResultProps = PublicResultProps & { result: PublicAssessmentResult };

function Result({ result, run, questions, onChangeAnswers, onStartAgain }: ResultProps) {
  return (
    <>
      <Head result={result} run={run} questions={questions} />
      <HeldBack result={result} questions={questions} />
      <div className="grid grid-cols-1 gap-10 pt-8 lg:grid-cols-[minmax(0,1fr)_21.5rem] lg:gap-14 lg:pt-10">
        <Steps result={result} questions={questions} />
        <div>
          <KeepCard />
          <Areas result={result} questions={questions} />
          <div className="mt-4 flex flex-wrap gap-3">
            <Button variant="ghost" onClick={onChangeAnswers}>
              <PencilLine size={16} />
              Change answers
            </Button>
            <StartAgainButton variant="ghost" onStartAgain={onStartAgain} />
          </div>
        </div>
      </div>
    </>
  );
}

type Shown = Pick<ResultProps, 'result' | 'questions'>;

function Head({ result: { overall }, run, questions }: Shown & { run: Run }) {
  const title = levelName(questions, overall.band);
  const heading = useHeadingFocus(title);
  return (
    <section className="field-brand mt-6 grid grid-cols-1 items-end gap-6 rounded-lg px-5 py-6 lg:grid-cols-[minmax(0,1fr)_24rem] lg:gap-8 lg:p-9">
      <div>
        <p className="text-sm text-on-brand-muted wrap-anywhere">
          {['Your result', run.scope, longDate(today().toISOString())].join(' · ')}
        </p>
        <h1 ref={heading} tabIndex={-1} className="mt-2 mb-3 lg:text-4xl! lg:leading-12!">
          {title}
        </h1>
        <p className="max-w-144 text-on-brand-muted">{overall.meaning}</p>
      </div>
      <div>
        <p className="font-display text-4xl leading-12 font-semibold tracking-[-0.02em]">
          {overall.points}{' '}
          <span className="font-sans text-base font-normal tracking-normal text-on-brand-muted">
            of {overall.most} points
          </span>
        </p>
        <Ruler overall={overall} questions={questions} />
      </div>
    </section>
  );
}

/** Scale of the bands with their points. The overall band and the position of the points are marked. */
function Ruler({ overall, questions }: { overall: PublicAssessmentResult['overall']; questions: AssessmentQuestions }) {
  const ranges = rangesOf(questions.levels, overall.most);
  const columns = ranges.map(({ from, to }) => `${to - from + 1}fr`).join(' ');
  const reached = ranges.find(({ from, to }) => from <= overall.points && overall.points <= to);
  return (
    <div className="relative mt-8 text-xs leading-5 text-on-brand-muted">
      <p className="sr-only">
        {overall.points} points lie in {reached?.name}, {reached?.from} to {reached?.to}. The overall level is{' '}
        {levelName(questions, overall.band)}.
      </p>
      <div aria-hidden="true" className="grid gap-0.75" style={{ gridTemplateColumns: columns }}>
        {ranges.map(({ level, name, from, to }) => (
          <span
            key={level}
            className={classes(
              'min-w-0 rounded-xs border-t-8 pt-1.5',
              level === overall.band ? 'border-purpose-art font-semibold text-on-brand' : 'border-brand-raised',
            )}
          >
            {name}
            <span className="block font-normal text-on-brand-muted tabular-nums">
              {from}–{to}
            </span>
          </span>
        ))}
      </div>
      <span
        aria-hidden="true"
        className="absolute flex -translate-x-1/2 flex-col items-center font-semibold text-on-brand tabular-nums"
        style={{ top: '-1.375rem', left: `${shareOf(overall.points, overall.most)}%` }}
      >
        {overall.points}
        <span className="h-4 w-px bg-on-brand" />
      </span>
    </div>
  );
}

/** Reason why the overall level is lower than the points alone would give; renders nothing when it is not. */
function HeldBack({ result: { overall }, questions }: Shown) {
  const [strictest] = overall.heldBackBy;
  if (!strictest) return null;
  const holding = overall.heldBackBy.filter(({ highest }) => highest === strictest.highest);
  const titles = new Intl.ListFormat('en-GB').format(holding.map(({ title }) => title));
  const lowest = questions.levels[0]?.name;
  return (
    <p className="mt-6 flex gap-3 rounded-md bg-warning-soft px-5 py-4 text-sm leading-5.5 text-warning-text">
      <Info size={18} className="mt-px flex-none" />
      <span>
        <strong className="font-semibold">Held back by {titles}.</strong> Your points reach{' '}
        {levelName(questions, overall.bandOfPoints)}. Because{' '}
        {holding.length === 1 ? 'that answer is' : 'those answers are'} {lowest}, the overall level cannot be higher
        than {levelName(questions, strictest.highest)}.
      </span>
    </p>
  );
}

/** The most useful actions, each with links to matching resources of the catalogue (TRY-04). */
function Steps({ result, questions }: Shown) {
  const { publisher } = usePortalConfig();
  const words = useWords();
  return (
    <section aria-labelledby="steps">
      <h2 id="steps" className="mb-5">
        Three steps that would help most
      </h2>
      <ol>
        {result.actions.map((action, index) => (
          <li key={action.id} className="grid grid-cols-[1.5rem_minmax(0,1fr)] gap-3 border-t border-border py-6">
            <span aria-hidden="true" className="font-display text-xl leading-7 font-semibold text-primary">
              {index + 1}
            </span>
            <div className="min-w-0">
              <h3 className="max-w-144 text-pretty">{action.text}</h3>
              <p className="mt-1 text-sm text-muted-foreground">
                {reasonOf(action, levelName(questions, action.level))}
              </p>
              <div className="mt-3 mb-3 flex flex-wrap items-center gap-x-4 gap-y-1 text-xs text-muted-foreground">
                <PrincipleLabel principle={action.principle} />
                <span>{words.phases[action.phase].step}</span>
                <span>{words.roles[action.role].name}</span>
              </div>
              <ul className="flex max-w-144 flex-col gap-2">
                {action.resources.map((resource) => (
                  <li key={resource.id}>
                    <HelpfulResource resource={resource} />
                  </li>
                ))}
              </ul>
            </div>
          </li>
        ))}
      </ol>
      <p className="max-w-152 border-t border-border pt-5 text-sm text-muted-foreground">
        A result is only as good as the answers. {questions.disclaimer}{' '}
        {publisher ? `Published by ${publisher}, version ${questions.version}.` : `Version ${questions.version}.`}
      </p>
    </section>
  );
}

function HelpfulResource({ resource }: { resource: PublicAssessmentResult['actions'][number]['resources'][number] }) {
  const { currency } = usePortalConfig();
  return (
    <Link
      to="/catalogue/$id/$slug"
      params={publicParams(resource)}
      className="grid grid-cols-[5.5rem_minmax(0,1fr)] items-center gap-x-4 gap-y-1 rounded-lg border border-border bg-card p-3.5 hover:border-input lg:flex"
    >
      <span className="row-span-2 w-20 flex-none">
        <ResourceCover
          id={resource.id}
          type={resource.type}
          principles={resource.rappPrinciples}
          imageUrl={resource.thumbnailUrl ?? resource.featuredImageUrl}
          cut="landscape"
          className="rounded-sm"
        />
      </span>
      <span className="min-w-0 flex-1">
        <TypeChip type={resource.type} name={typeNames[resource.type]} />
        <span className="block text-sm font-semibold wrap-anywhere">{resource.title}</span>
      </span>
      <span className="text-sm font-semibold">
        {resource.accessType === 'free' ? 'Free' : <Price {...shownPrice(resource)} currency={currency} />}
      </span>
    </Link>
  );
}

const keptParts = [
  'All twelve answers explained, with a radar',
  'The whole plan, by phase',
  'A PDF for your board',
  'A comparison when you take it again',
];

const keepPath = '/assessment/keep';

/** Links that keep this result: for visitors through registration or sign-in, for members at once (TRY-03). */
function KeepCard() {
  const { user } = useCurrentUser();
  const { registration } = usePortalConfig();
  return (
    <Card role="region" aria-labelledby="keep" className="mb-10 flex flex-col gap-4 print:hidden">
      <div>
        <h2 id="keep">Keep this result</h2>
        <p className="mt-1 text-sm text-muted-foreground">
          The portal has not stored this result. Your answers are in this browser only.
        </p>
      </div>
      <ul className="grid gap-2 text-sm">
        {keptParts.map((part) => (
          <li key={part} className="flex gap-2.5">
            <Check size={16} className="mt-0.5 flex-none text-free" />
            {part}
          </li>
        ))}
      </ul>
      <div className="flex flex-col gap-2">
        {user ? (
          <Link to="/assessment/keep" reloadDocument className={buttonClasses({ isBlock: true })}>
            Keep this result
          </Link>
        ) : registration === 'invited' ? (
          <AuthLink next={keepPath} className={buttonClasses({ isBlock: true })}>
            Sign in and keep it
          </AuthLink>
        ) : (
          <>
            <AuthLink view="register" next={keepPath} className={buttonClasses({ isBlock: true })}>
              Register and keep it
            </AuthLink>
            <AuthLink next={keepPath} className={buttonClasses({ variant: 'ghost', isBlock: true })}>
              I have an account
            </AuthLink>
          </>
        )}
      </div>
    </Card>
  );
}

function Areas({ result, questions }: Shown) {
  return (
    <section aria-labelledby="by-area">
      <h2 id="by-area" className="mb-4">
        By area
      </h2>
      <ul>
        {result.sections.map((section) => (
          <li key={section.id} className="border-t border-border py-4">
            <div className="flex items-baseline justify-between gap-3">
              <h3 className="text-base!">{section.title}</h3>
              <span className="text-sm font-semibold">{levelName(questions, section.band)}</span>
            </div>
            <div className="flex items-center gap-3">
              <div className="flex-1">
                <Quarters percent={section.percent} colour="var(--progress)" count={questions.levels.length} />
              </div>
              <span className="text-xs text-muted-foreground tabular-nums">
                {section.points} of {section.most}
              </span>
            </div>
            <p className="mt-1 text-sm text-muted-foreground">{section.text}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
