import type { PublicResource } from '#contract/pages/storefront.ts';
import { ResourceCover } from '#web/ui/ResourceCover.tsx';
import { Slideshow } from '#web/ui/Slideshow.tsx';

type Pictured = Pick<
  PublicResource,
  'id' | 'type' | 'title' | 'rappPrinciples' | 'featuredImageUrl' | 'thumbnailUrl'
> & {
  metadata: Pick<PublicResource['metadata'], 'slideshowImages' | 'slideshowTexts'>;
};

/** Slideshow of a resource (DETAIL-06), or its cover when it has no pictures. */
export function ResourcePictures({ resource }: { resource: Pictured }) {
  const { slideshowImages, slideshowTexts } = resource.metadata;
  if (slideshowImages.length === 0) {
    return (
      <div className="aspect-video overflow-hidden rounded-lg border border-border">
        <ResourceCover
          id={resource.id}
          type={resource.type}
          principles={resource.rappPrinciples}
          imageUrl={resource.featuredImageUrl ?? resource.thumbnailUrl}
          cut="fill"
          isPrompt
        />
      </div>
    );
  }
  const images = slideshowImages.map((url, index) => ({
    url,
    alt: slideshowTexts[index] || `${resource.title}, picture ${index + 1} of ${slideshowImages.length}`,
  }));
  return <Slideshow images={images} label={`Pictures of ${resource.title}`} />;
}
