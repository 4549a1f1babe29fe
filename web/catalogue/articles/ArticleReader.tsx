import { Link } from '@tanstack/react-router';
import { ArrowLeft, Clock, X } from 'lucide-react';
import { type RefObject, Suspense, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { Article } from '#contract/catalogue/articles.ts';
import type { ArticleSection } from '#contract/catalogue/articles-text.ts';
import type { Resource } from '#contract/catalogue/catalogue.ts';
import type { OwnProgress } from '#contract/learning/progress.ts';
import { useReadingPosition } from '#web/learning/library/use-reading-position.ts';
import { lazyPart } from '#web/platform/screen.ts';
import { IconButton } from '#web/ui/IconButton.tsx';
import { PageHeading } from '#web/ui/PageHeading.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { TextButton, textLinkClasses } from '#web/ui/TextLink.tsx';
import { TypeChip } from '#web/ui/TypeChip.tsx';
import { typeNames } from '../catalogue/display.ts';
import { ArticleText } from './ArticleText.tsx';
import {
  blockToContinue,
  currentSection,
  type Reading,
  reachedBlock,
  reachedShare,
  readingWords,
} from './article-display.ts';

const EndOfReading = lazyPart(async () => (await import('#web/learning/library/EndOfReading.tsx')).EndOfReading);

type ArticleReaderProps = {
  resource: Resource;
  article: Article;
  reading: Reading;
  /** Progress when the text was opened; null without any. */
  progress: OwnProgress | null;
};

/** Text with its table of contents; the line at the top of the window shows the progress. */
export function ArticleReader({ resource, article, reading, progress }: ArticleReaderProps) {
  const { blocks, sections } = reading;
  const [isDismissed, setIsDismissed] = useState(false);
  const { text, position, current, isContinued, startAnew } = useReading(resource.id, reading, progress);
  return (
    <>
      <div role="status" className="fixed inset-x-4 bottom-4 z-20 mx-auto w-fit">
        {isContinued && !isDismissed ? (
          <div className="flex items-center gap-2 rounded-lg border border-border bg-popover py-1.5 pr-1.5 pl-4 text-sm shadow-md">
            <p>
              You are back where you stopped reading.{' '}
              <TextButton onClick={startAnew}>Start from the beginning</TextButton>
            </p>
            <IconButton size="small" label="Dismiss" icon={<X size={16} />} onClick={() => setIsDismissed(true)} />
          </div>
        ) : null}
      </div>
      <ReadingLine percent={(position / blocks.length) * 100} />
      <BackLink resource={resource} />
      <PageHeading
        title={resource.title}
        above={<TypeChip type={resource.type} name={typeNames[resource.type]} />}
        subtitle={
          <span className="inline-flex items-center gap-1.5 text-sm">
            <Clock size={16} />
            {readingWords(article.readingMinutes)}
          </span>
        }
        className="max-w-154 mb-6!"
      />
      <div className="grid gap-x-16 xl:grid-cols-[38.5rem_minmax(0,16rem)]">
        <ArticleContents sections={sections} current={current} />
        <article className="min-w-0 xl:col-start-1 xl:row-start-1">
          <ArticleText ref={text} blocks={blocks} sections={sections} pictureSizes={article.pictureSizes} />
          <footer className="mt-10 max-w-154">
            <Suspense fallback={<Skeleton className="mb-8 h-24 w-full rounded-lg!" />}>
              <EndOfReading resourceId={resource.id} onReadAgain={startAnew} />
            </Suspense>
            <div className="mt-8">
              <BackLink resource={resource} />
            </div>
          </footer>
        </article>
      </div>
    </>
  );
}

function BackLink({ resource }: { resource: Resource }) {
  return (
    <Link to="/resource/$id" params={{ id: String(resource.id) }} className={`${textLinkClasses} mb-4 print:hidden`}>
      <ArrowLeft size={16} />
      Back to the resource
    </Link>
  );
}

function ReadingLine({ percent }: { percent: number }) {
  const shown = Math.round(percent);
  return (
    <div
      role="progressbar"
      aria-label="Read so far"
      aria-valuenow={shown}
      aria-valuemin={0}
      aria-valuemax={100}
      className="fixed inset-x-0 top-0 z-20 h-1 bg-progress-track"
    >
      <div className="h-full bg-progress" style={{ width: `${shown}%` }} />
    </div>
  );
}

type ArticleContentsProps = { sections: readonly ArticleSection[]; current: string | null };

/** Table of contents: beside the text on wide screens, folded above it on narrow ones. */
function ArticleContents({ sections, current }: ArticleContentsProps) {
  if (sections.length < 2) return null;
  return (
    <>
      <details className="mb-8 max-w-154 rounded-lg border border-border bg-card xl:hidden">
        <summary className="min-h-11 px-4 py-2.5 text-sm font-semibold">Contents</summary>
        <nav aria-label="Contents" className="border-t border-border px-2 py-2">
          <SectionList sections={sections} current={current} />
        </nav>
      </details>
      <nav aria-label="Contents" className="sticky top-8 col-start-2 row-span-2 self-start max-xl:hidden">
        <p className="mb-2 px-3 text-xs font-semibold tracking-wide text-muted-foreground uppercase">Contents</p>
        <SectionList sections={sections} current={current} />
      </nav>
    </>
  );
}

function SectionList({ sections, current }: ArticleContentsProps) {
  return (
    <ol className="flex flex-col">
      {sections.map(({ id, title, level }) => (
        <li key={id}>
          <a
            href={`#${id}`}
            aria-current={id === current ? 'location' : undefined}
            className="prose-section"
            data-level={level}
          >
            {title}
          </a>
        </li>
      ))}
    </ol>
  );
}

type ReadingState = {
  /** Element whose children are the parts of the text. */
  text: RefObject<HTMLDivElement | null>;
  /** Last reached block at the current scroll position, from 1; 0 before the first measurement. */
  position: number;
  /** Id of the section that is being read; null before the first one. */
  current: string | null;
  /** Whether the text was opened at the saved position and the reader has not moved since. */
  isContinued: boolean;
  startAnew: () => void;
};

/**
 * Tracks the block that is being read, saves the reading position, and starts at the section in the URL or at the saved
 * position.
 */
function useReading(id: number, { blocks, sections }: Reading, progress: OwnProgress | null): ReadingState {
  const text = useRef<HTMLDivElement>(null);
  const [readingPosition, setReadingPosition] = useState<{ position: number; current: string | null }>({
    position: 0,
    current: null,
  });
  const keep = useReadingPosition(id);
  // Position that was saved when the text was opened; later saves do not move this page.
  const [firstBlock] = useState(() =>
    window.location.hash === '' ? blockToContinue(progress?.readingPositions ?? [], blocks.length) : null,
  );

  useLayoutEffect(() => {
    const part = firstBlock === null ? undefined : text.current?.children[firstBlock];
    // Just inside the reached area, so that opening the text keeps the position.
    const line = Math.floor(window.innerHeight * reachedShare) - 1;
    if (part) window.scrollTo({ top: window.scrollY + part.getBoundingClientRect().top - line });
  }, [firstBlock]);

  useLayoutEffect(() => {
    const { hash } = window.location;
    const named = sections.find(({ id: name }) => hash === `#${encodeURIComponent(name)}`);
    if (named) document.getElementById(named.id)?.scrollIntoView();
  }, [sections]);

  useEffect(() => {
    let frame = 0;
    const measure = () => {
      frame = 0;
      if (!text.current) return;
      const layout = {
        tops: [...text.current.children].map((part) => part.getBoundingClientRect().top),
        bottom: text.current.getBoundingClientRect().bottom,
        windowHeight: window.innerHeight,
      };
      const next = { position: reachedBlock(layout), current: currentSection(sections, layout) };
      setReadingPosition((now) => (now.position === next.position && now.current === next.current ? now : next));
    };
    const measureSoon = () => {
      frame ||= requestAnimationFrame(measure);
    };
    measureSoon();
    window.addEventListener('scroll', measureSoon, { passive: true });
    window.addEventListener('resize', measureSoon);
    return () => {
      cancelAnimationFrame(frame);
      window.removeEventListener('scroll', measureSoon);
      window.removeEventListener('resize', measureSoon);
    };
  }, [sections]);

  const { position } = readingPosition;
  useEffect(() => {
    if (position > 0) keep({ unit: 'block', position, length: blocks.length });
  }, [position, blocks.length, keep]);

  function startAnew() {
    window.scrollTo({ top: 0 });
    document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true });
  }

  const isContinued = firstBlock !== null && position === firstBlock + 1;
  return { text, ...readingPosition, isContinued, startAnew };
}
