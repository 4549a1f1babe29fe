import { useQuery } from '@tanstack/react-query';
import { relatedResources } from './api.ts';
import { ResourceCards } from './ResourceCards.tsx';

/** Up to three others of the same type (DETAIL-13); nothing when there are none. */
export function RelatedResources({ id }: { id: number }) {
  const { data } = useQuery(relatedResources(id));
  if (!data || data.length === 0) return null;
  return (
    <section aria-labelledby="related-heading" className="mt-14">
      <h2 id="related-heading" className="mb-5">
        Related Resources
      </h2>
      <ResourceCards resources={data} />
    </section>
  );
}
