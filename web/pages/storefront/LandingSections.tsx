import { sectionsOf } from '#contract/catalogue/articles-text.ts';
import type { CatalogueStart } from '#contract/pages/storefront.ts';
import { ArticleText } from '#web/catalogue/articles/ArticleText.tsx';
import { PublicCards } from './PublicCards.tsx';

/** The publisher's introduction, rendered like an article, and the pinned resources. */
export function LandingSections({ introduction, pinned }: CatalogueStart) {
  return (
    <>
      {introduction ? (
        <section aria-label="Introduction" className="pb-10">
          <ArticleText
            blocks={introduction.document.content}
            sections={sectionsOf(introduction.document)}
            pictureSizes={introduction.pictureSizes}
          />
        </section>
      ) : null}
      {pinned.length > 0 ? (
        <section aria-labelledby="pinned" className="pb-12">
          <h2 id="pinned" className="mb-5">
            Start here
          </h2>
          <PublicCards resources={pinned} />
        </section>
      ) : null}
    </>
  );
}
