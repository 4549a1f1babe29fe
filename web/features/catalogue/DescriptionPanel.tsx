import { useQuery } from '@tanstack/react-query';
import type { Resource } from '#contract/catalogue.ts';
import { onlineProductQuery } from '../access/api.ts';
import { linesOf } from './display.ts';

/** About This Tool for online tools, then the resource's own lines (DETAIL-10). */
export function DescriptionPanel({ resource }: { resource: Resource }) {
  const productId = resource.type === 'online_tool' ? resource.onlineProductId : null;
  const { data: product } = useQuery({ ...onlineProductQuery(productId ?? 0), enabled: productId !== null });
  const about = linesOf(product?.description ?? '');
  const lines = linesOf(resource.description);
  if (about.length === 0 && lines.length === 0) return <p>No description available.</p>;
  return (
    <div className="flex flex-col gap-8">
      {about.length > 0 ? (
        <section>
          <h2 className="mb-2">About This Tool</h2>
          {about.map((line) => (
            <p key={line} className="mt-2 first-of-type:mt-0">
              {line}
            </p>
          ))}
        </section>
      ) : null}
      {lines.length > 0 ? (
        <section>
          <h2 className="mb-2">Additional Information</h2>
          <DescriptionLines lines={lines} />
        </section>
      ) : null}
    </div>
  );
}

/** A single line is a paragraph; of several the first introduces the others. */
function DescriptionLines({ lines: [first, ...points] }: { lines: string[] }) {
  return (
    <>
      <p>{first}</p>
      {points.length > 0 ? (
        <ul className="mt-3 flex flex-col gap-2.5">
          {points.map((point) => (
            <li key={point} className="flex gap-3">
              <span className="mt-2.25 size-1.5 flex-none rotate-45 bg-responsible" />
              <span className="min-w-0">{point}</span>
            </li>
          ))}
        </ul>
      ) : null}
    </>
  );
}
