import { Link } from '@tanstack/react-router';
import { Download, Plus } from 'lucide-react';
import type { RoundResults } from '#contract/learning/assessment-rounds.ts';
import { Button } from '#web/ui/Button.tsx';
import { buttonClasses } from '#web/ui/button-classes.ts';
import { Card } from '#web/ui/Card.tsx';
import { useHeadingFocus } from '#web/ui/PageHeading.tsx';
import { useRoundReport } from './api.ts';
import { LevelSteps } from './Distribution.tsx';
import { levelName, pointsText, roundFacts } from './display.ts';

export function RoundHead({ organisationId, results }: { organisationId: number; results: RoundResults }) {
  const { overall } = results;
  const title = overall ? `Overall: ${levelName(results, overall.band)}` : results.title;
  const heading = useHeadingFocus(title);
  const report = useRoundReport({ id: organisationId, roundId: results.id });
  return (
    <section className="field-brand grid grid-cols-1 items-end gap-6 rounded-lg px-5 py-6 lg:grid-cols-[minmax(0,1fr)_auto] lg:gap-8 lg:px-9 lg:py-8">
      <div>
        <p className="text-sm text-on-brand-muted tabular-nums wrap-anywhere">{roundFacts(results)}</p>
        <h1 ref={heading} tabIndex={-1} className="my-1">
          {title}
        </h1>
        <p className="max-w-136 text-on-brand-muted">{pointsText(results)}</p>
        {overall?.heldBackBy.slice(0, 1).map(({ questionId, title: question, highest }) => (
          <p key={questionId} className="mt-3 max-w-136 border-l-2 border-purpose-art pl-3 font-semibold">
            Held back by {question}: while its median is {levelName(results, 'initial')}, the overall band is at most{' '}
            {levelName(results, highest)}.
          </p>
        ))}
      </div>
      <div className="flex flex-wrap gap-2 max-sm:flex-col">
        <Link to="/organisation" search={{ tab: 'assessment' }} className={buttonClasses({ variant: 'on-brand' })}>
          <Plus size={18} />
          Start a new round
        </Link>
        <Button variant="brand" isBusy={report.isPending} onClick={() => report.mutate()}>
          {report.isPending ? null : <Download size={18} />}
          Report for the board
        </Button>
      </div>
    </section>
  );
}

export function RoundSections({ results }: { results: RoundResults }) {
  return (
    <Card isPadded={false} className="overflow-hidden">
      <h2 className="sr-only">Levels by area</h2>
      <ul className="-mb-px -ml-px grid grid-cols-1 sm:grid-cols-2 xl:grid-cols-4">
        {results.sections.map(({ id, title, band }) => (
          <li key={id} className="flex flex-col gap-2 border-b border-l border-border px-5 py-4 lg:px-6 lg:py-5">
            <h3 className="font-sans text-sm! leading-5! font-normal! text-muted-foreground">{title}</h3>
            <p className="font-display text-xl leading-6 font-semibold">{levelName(results, band)}</p>
            <LevelSteps level={band} isWide />
          </li>
        ))}
      </ul>
    </Card>
  );
}

type PanelHeadProps = { id: string; title: string; about: string; children?: React.ReactNode };

export function PanelHead({ id, title, about, children }: PanelHeadProps) {
  return (
    <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3 px-5 pt-5 pb-3 lg:px-6 lg:pt-6 lg:pb-4">
      <div>
        <h2 id={id}>{title}</h2>
        <p className="mt-0.5 max-w-152 text-sm text-muted-foreground">{about}</p>
      </div>
      {children}
    </div>
  );
}
