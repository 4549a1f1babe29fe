import { ArrowLeft, Clock, X } from 'lucide-react';
import { useState } from 'react';
import type { Article } from '#contract/articles.ts';
import type { Resource } from '#contract/catalogue.ts';
import type { OwnProgress } from '#contract/progress.ts';
import { paths } from '../../paths.ts';
import { AppLink } from '../../platform/link.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { PageHeading } from '../../ui/PageHeading.tsx';
import { TextButton, textLinkClasses } from '../../ui/TextLink.tsx';
import { TypeChip } from '../../ui/TypeChip.tsx';
import { typeNames } from '../catalogue/display.ts';
import { ArticleContents } from './ArticleContents.tsx';
import { ArticleText } from './ArticleText.tsx';
import { type Reading, readingWords } from './article-display.ts';
import { useReading } from './use-reading.ts';

type ArticleReaderProps = {
  resource: Resource;
  article: Article;
  reading: Reading;
  /** As it was when the text was opened. */
  progress: OwnProgress | null;
};

/** A text with its contents beside it; the line at the top of the window shows how much is read. */
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
          <footer className="mt-10 max-w-154 border-t border-border pt-5">
            <BackLink resource={resource} />
          </footer>
        </article>
      </div>
    </>
  );
}

function BackLink({ resource }: { resource: Resource }) {
  return (
    <AppLink href={paths.resource(resource.id)} className={`${textLinkClasses} mb-4`}>
      <ArrowLeft size={16} />
      Back to the resource
    </AppLink>
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
