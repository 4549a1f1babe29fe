import { Link } from '@tanstack/react-router';
import { ArrowRight, ShieldCheck } from 'lucide-react';
import { type FormEvent, useDeferredValue, useEffect, useRef, useState } from 'react';
import type { PublicAssessment, PublicAssessmentResult } from '#contract/learning/assessment.ts';
import { publicParams } from '#contract/pages/storefront.endpoints.ts';
import { usePortalConfig } from '#web/platform/config.ts';
import { usePage } from '#web/platform/page.ts';
import { Button } from '#web/ui/Button.tsx';
import { Card } from '#web/ui/Card.tsx';
import { classes } from '#web/ui/classes.ts';
import { Field } from '#web/ui/Field.tsx';
import { useHeadingFocus } from '#web/ui/PageHeading.tsx';
import { RadioCard, RadioGroup } from '#web/ui/RadioGroup.tsx';
import { TextInput } from '#web/ui/TextInput.tsx';
import { textLinkClasses } from '#web/ui/TextLink.tsx';
import { assessmentMinutes } from './length-display.ts';
import type { Run } from './run-display.ts';
import { StartAgainButton } from './StartAgainButton.tsx';
import { scopes } from './visitor-display.ts';

type Questions = PublicAssessment['questions'];

type PublicStartProps = {
  assessment: PublicAssessment;
  /** Begun answers in this browser, even before the first one; null when nothing was begun. */
  run: Run | null;
  /** Number of unanswered questions; null when `run` is null. */
  missing: number | null;
  onStart: (scope: string) => void;
  onContinue: () => void;
  onStartAgain: () => void;
};

/** Introduction of the assessment and its results, and the button that starts or continues it (TRY-04). */
export function PublicStart({ assessment: { questions, example }, run, missing, ...actions }: PublicStartProps) {
  const title = 'How ready is your organisation to use AI responsibly?';
  const heading = useHeadingFocus(title);
  const asked = questions.sections.reduce((sum, section) => sum + section.questions.length, 0);
  usePage('Readiness assessment');
  return (
    <>
      <div className="grid grid-cols-1 gap-10 pt-8 lg:grid-cols-[minmax(0,1fr)_24rem] lg:gap-14 lg:pt-10">
        <div>
          <h1 ref={heading} tabIndex={-1} className="text-balance lg:text-4xl! lg:leading-12!">
            {title}
          </h1>
          <p className="mt-4 max-w-144 text-lg leading-7 text-pretty text-muted-foreground">
            Twelve questions about how your organisation decides, checks and learns. You get a level for each area and
            the three steps that would help most.
          </p>
          <dl className="mt-6 mb-8 flex flex-wrap gap-x-10 gap-y-4">
            <Figure value={asked} name="questions" />
            <Figure value={questions.sections.length} name="areas" />
            <Figure value={assessmentMinutes} name="minutes, about" />
          </dl>
          {run ? (
            <Begun asked={asked} missing={missing ?? asked} {...actions} />
          ) : (
            <StartForm onStart={actions.onStart} />
          )}
          <noscript>
            <p className="mt-4 text-sm">The questions need JavaScript, because your answers stay in this browser.</p>
          </noscript>
          <div className="mt-6 flex max-w-144 gap-3.5 rounded-md bg-muted px-4.5 py-4 text-sm leading-5.5">
            <ShieldCheck size={20} className="mt-0.5 flex-none text-primary" />
            <p>
              <strong className="font-semibold">Nothing is stored.</strong> Your answers stay in this browser. When you
              ask for the result, the portal scores them and does not keep them. To keep the result, register
              afterwards.
            </p>
          </div>
        </div>
        <Example example={example} levels={questions.levels} />
      </div>
      <Areas sections={questions.sections} />
      <Limits questions={questions} />
    </>
  );
}

function Figure({ value, name }: { value: number; name: string }) {
  return (
    <div className="flex flex-col-reverse">
      <dt className="text-sm text-muted-foreground">{name}</dt>
      <dd className="font-display text-2xl font-semibold tabular-nums">{value}</dd>
    </div>
  );
}

/** Form for the scope of the answers, which leads to the first question. */
function StartForm({ onStart }: Pick<PublicStartProps, 'onStart'>) {
  const [isPart, setIsPart] = useState(false);
  const [part, setPart] = useState('');
  const partChoice = useRef<HTMLInputElement>(null);
  // Before hydration a press would send the form and lead nowhere.
  const isTakenOver = useDeferredValue(true, false);

  // A choice made before hydration has sent no event here.
  useEffect(() => setIsPart(partChoice.current?.checked === true), []);

  function submit(event: FormEvent) {
    event.preventDefault();
    onStart(isPart ? part.trim() || scopes.part : scopes.whole);
  }

  return (
    <form onSubmit={submit} className="max-w-144">
      <RadioGroup legend="What will your answers be about?">
        <div className="grid grid-cols-1 gap-3 sm:grid-cols-2">
          <RadioCard name="scope" label="The whole organisation" defaultChecked onChange={() => setIsPart(false)}>
            <span className="pl-7 text-sm text-muted-foreground">Every team that uses or plans AI</span>
          </RadioCard>
          <RadioCard ref={partChoice} name="scope" label="One part of it" onChange={() => setIsPart(true)}>
            <span className="pl-7 text-sm text-muted-foreground">A division, service or team</span>
          </RadioCard>
        </div>
      </RadioGroup>
      {isPart ? (
        <Field label="Which part" isOptional className="mt-4">
          <TextInput
            value={part}
            maxLength={200}
            autoComplete="off"
            onChange={(event) => setPart(event.target.value)}
          />
        </Field>
      ) : null}
      <Button type="submit" disabled={!isTakenOver} className="mt-6 max-lg:w-full">
        Start the assessment
        <ArrowRight size={16} />
      </Button>
    </form>
  );
}

type BegunProps = Pick<PublicStartProps, 'onContinue' | 'onStartAgain'> & { asked: number; missing: number };

/** Shown in place of `StartForm` when a run was begun in this browser: continues it, or deletes its answers. */
function Begun({ asked, missing, onContinue, onStartAgain }: BegunProps) {
  return (
    <div>
      <p className="text-sm font-semibold">
        {missing === 0 ? 'You have answered every question.' : `You have answered ${asked - missing} of ${asked}.`}
      </p>
      <div className="mt-4 flex flex-wrap gap-3 max-sm:flex-col">
        <Button onClick={onContinue}>
          {missing === 0 ? 'Show the result' : 'Continue'}
          <ArrowRight size={16} />
        </Button>
        <StartAgainButton variant="outline" onStartAgain={onStartAgain} />
      </div>
    </div>
  );
}

type ExampleProps = { example: PublicAssessmentResult; levels: Questions['levels'] };

function Example({ example, levels }: ExampleProps) {
  const reached = levels.findIndex(({ level }) => level === example.overall.band);
  return (
    <aside aria-label="Example of a result" className="self-start">
      <Card isPadded={false} className="overflow-hidden">
        <div className="field-brand p-5">
          <p className="text-sm text-on-brand-muted">Example result</p>
          <p className="mt-0.5 mb-4 font-display text-2xl font-semibold">{levels[reached]?.name}</p>
          <ul className="grid grid-cols-4 gap-1 text-xs leading-5 text-on-brand-muted">
            {levels.map(({ level, name }, index) => (
              <li key={level} className={index === reached ? 'font-semibold text-on-brand' : undefined}>
                <span
                  aria-hidden="true"
                  className={classes(
                    'mb-1.5 block h-1.5 rounded-full',
                    index <= reached ? 'bg-purpose-art' : 'bg-brand-raised',
                  )}
                />
                {name}
              </li>
            ))}
          </ul>
        </div>
        <ol className="px-5 py-2">
          {example.actions.map(({ id, text, resources: [resource] }, index) => (
            <li
              key={id}
              className="grid grid-cols-[1.5rem_minmax(0,1fr)] gap-2 border-b border-border py-3.5 last:border-0"
            >
              <span aria-hidden="true" className="font-display leading-5.5 font-semibold text-primary">
                {index + 1}
              </span>
              <div>
                <p className="text-sm">{text}</p>
                {resource ? (
                  <Link to="/catalogue/$id/$slug" params={publicParams(resource)} className={`${textLinkClasses} mt-1`}>
                    {resource.title}
                  </Link>
                ) : null}
              </div>
            </li>
          ))}
        </ol>
      </Card>
    </aside>
  );
}

function Areas({ sections }: Pick<Questions, 'sections'>) {
  let last = 0;
  return (
    <section aria-labelledby="areas" className="pt-12">
      <h2 id="areas">What it looks at</h2>
      <ol className="mt-6 grid grid-cols-1 gap-6 sm:grid-cols-2 lg:grid-cols-4 lg:gap-8">
        {sections.map(({ id, title, intro, questions }) => {
          const first = last + 1;
          last += questions.length;
          return (
            <li key={id} className="border-t border-primary pt-4">
              <p className="text-xs text-muted-foreground tabular-nums">
                Questions {first} to {last}
              </p>
              <h3 className="mt-0.5 mb-1.5 text-base!">{title}</h3>
              <p className="text-sm text-muted-foreground">{intro}</p>
            </li>
          );
        })}
      </ol>
    </section>
  );
}

function Limits({ questions: { disclaimer, version } }: { questions: Questions }) {
  return (
    <div className="mt-12 flex flex-wrap justify-between gap-x-8 gap-y-2 border-t border-border pt-5 text-sm text-muted-foreground">
      <p className="max-w-168">A result is only as good as the answers. {disclaimer}</p>
      <p>
        <PublishedBy />
        Version {version}
      </p>
    </div>
  );
}

function PublishedBy() {
  const { publisher } = usePortalConfig();
  return publisher ? <>Published by {publisher} · </> : null;
}
