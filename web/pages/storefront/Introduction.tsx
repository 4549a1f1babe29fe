import { Link } from '@tanstack/react-router';
import { ArrowRight } from 'lucide-react';
import type { FormEvent } from 'react';
import type { ResourceCounts } from '#contract/catalogue/search.ts';
import { counted } from '#contract/counted.ts';
import { madeTypes } from '#web/catalogue/catalogue/display.ts';
import { usualTagline } from '#web/identity/sign-in/tagline-display.ts';
import { usePortalConfig } from '#web/platform/config.ts';
import { Button } from '#web/ui/Button.tsx';
import { PrincipleMark, rappPrincipleOrder } from '#web/ui/PrincipleMark.tsx';
import { SearchInput } from '#web/ui/SearchInput.tsx';
import { HeroMosaic } from '#web/ui/ShapeArt.tsx';
import { textLinkClasses } from '#web/ui/TextLink.tsx';
import { TypeIcon } from '#web/ui/TypeChip.tsx';
import { useWords } from '#web/ui/words.ts';
import { typePlurals } from './display.ts';
import { publicWidth } from './PublicFrame.tsx';

type Counted = { counts: ResourceCounts | undefined };

type IntroductionProps = Counted & { search: string; onSearch: (search: string) => void };

/** Tagline of the portal, the search and, without a search, the number of resources of each type (FRONT-09). */
export function Introduction({ counts, search, onSearch }: IntroductionProps) {
  const { productName, tagline } = usePortalConfig();
  const free = counts?.accessType?.free ?? 0;

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    onSearch(String(new FormData(event.currentTarget).get('search') ?? '').trim());
  }

  return (
    <div className="field-brand">
      <div className="relative overflow-hidden">
        <div className={`${publicWidth} relative`}>
          <HeroMosaic className="absolute -top-14 left-[calc(50%+8.5rem)] h-128 w-auto max-lg:hidden" />
          <div className="relative max-w-152 py-10 lg:py-16">
            <p className="mb-3 text-sm font-semibold text-on-brand-muted">{productName}</p>
            <h1 className="max-w-[13em] text-balance lg:text-4xl! lg:leading-12!">{tagline ?? usualTagline}</h1>
            <p className="mt-4 text-pretty text-on-brand-muted">
              Tools, templates and reading for each stage of responsible adoption.
              {free > 0 ? ` ${counted(free, 'resource')} ${free === 1 ? 'is' : 'are'} free.` : null}
            </p>
            <search>
              <form
                action="/catalogue"
                onSubmit={submit}
                className="mt-6 flex gap-2 rounded-lg bg-card p-1.5 text-foreground shadow-lg"
              >
                <SearchInput
                  key={search}
                  label="Search the catalogue"
                  name="search"
                  placeholder="Title, topic or tag"
                  maxLength={100}
                  defaultValue={search}
                  className="min-w-0 flex-1 [&>span]:border-transparent"
                />
                <Button type="submit">Search</Button>
              </form>
            </search>
          </div>
        </div>
      </div>
      {search === '' ? <TypeNumbers counts={counts} /> : null}
    </div>
  );
}

function TypeNumbers({ counts }: Counted) {
  const types = madeTypes
    .flatMap((type) => ({ type, count: counts?.type?.[type] ?? 0 }))
    .filter(({ count }) => count > 0);
  if (types.length === 0) return null;
  return (
    <div className="border-t border-brand-raised">
      <ul aria-label="Resources by type" className={`${publicWidth} grid grid-cols-2 py-2 lg:flex lg:py-0`}>
        {types.map(({ type, count }) => (
          <li key={type} className="flex-1 border-brand-raised lg:not-first:border-l lg:not-first:pl-5">
            <Link
              to="/catalogue"
              search={{ type: [type] }}
              hash="list"
              className="flex min-h-11 items-center gap-x-2 text-sm text-on-brand-muted underline-offset-3 hover:underline lg:flex-col lg:items-start lg:py-5"
            >
              <span className="flex items-center gap-2 font-display text-xl font-semibold text-on-brand tabular-nums">
                {count}
                <span className="text-on-brand-muted">
                  <TypeIcon type={type} size={18} />
                </span>
              </span>
              {typePlurals[type]}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** The four principles, each with its number of resources. */
export function Principles({ counts }: Counted) {
  const { principles } = useWords();
  return (
    <section aria-labelledby="principles-heading">
      <h2 id="principles-heading" className="sr-only">
        The four principles
      </h2>
      <ul className="grid py-8 lg:grid-cols-4 lg:py-12">
        {rappPrincipleOrder.map((principle) => (
          <li
            key={principle}
            className="grid grid-cols-[2.25rem_minmax(0,1fr)_auto] items-center gap-x-4 border-border py-4 max-lg:border-b lg:flex lg:flex-col lg:items-start lg:gap-y-1 lg:py-0 lg:not-first:border-l lg:not-first:pl-5"
          >
            <span className="row-span-2">
              <PrincipleMark principle={principle} size={36} />
            </span>
            <h3 className="lg:mt-4">{principles[principle].name}</h3>
            <p className="col-start-2 text-sm text-muted-foreground">{principles[principle].promise}</p>
            <Link
              to="/catalogue"
              search={{ rappPrinciples: [principle] }}
              hash="list"
              className={`${textLinkClasses} col-start-3 row-span-2 row-start-1 lg:mt-auto`}
            >
              <span>
                {counts?.rappPrinciples?.[principle] ?? 0}
                <span className="max-lg:sr-only"> resources</span>
                <span className="sr-only"> for {principles[principle].name}</span>
              </span>
              <ArrowRight size={16} />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
