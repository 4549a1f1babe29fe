import type { ArticleSection } from '#contract/articles-text.ts';

type ArticleContentsProps = { sections: readonly ArticleSection[]; current: string | null };

/** The sections of a text: beside it where there is room, folded above it where there is none. */
export function ArticleContents({ sections, current }: ArticleContentsProps) {
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
