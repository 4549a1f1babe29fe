import { useQuery } from '@tanstack/react-query';
import type { Resource } from '#contract/catalogue.ts';
import { usePageState } from '../../platform/page-state.ts';
import { TabPanel, Tabs } from '../../ui/Tabs.tsx';
import { onlineProductQuery } from '../access/api.ts';
import { Applicability } from './Applicability.tsx';
import { DescriptionLines } from './DescriptionLines.tsx';
import { type DetailTab, detailSearch, linesOf } from './display.ts';
import { VideoPanel } from './VideoPanel.tsx';

const tabs: { value: DetailTab; label: string }[] = [
  { value: 'description', label: 'DESCRIPTION' },
  { value: 'applicability', label: 'APPLICABILITY' },
  { value: 'video', label: 'INSTRUCTIONAL VIDEO' },
];

/** The details of a resource in three tabs (DETAIL-09). */
export function DetailTabs({ resource }: { resource: Resource }) {
  const [state, change] = usePageState(detailSearch);
  return (
    <Tabs
      label="About this resource"
      tabs={tabs}
      value={state.tab}
      onValueChange={(value) => change({ ...state, tab: detailSearch.parameters.tab([value]) }, { replace: true })}
      className="min-w-0 max-sm:[&>[role=tablist]]:gap-3.5! max-sm:[&_[role=tab]]:text-xs!"
    >
      <TabPanel value="description" className="max-w-168 pt-6">
        <DescriptionPanel resource={resource} />
      </TabPanel>
      <TabPanel value="applicability" className="max-w-168 pt-6">
        <Applicability resource={resource} />
      </TabPanel>
      <TabPanel value="video" className="pt-6">
        <VideoPanel resource={resource} />
      </TabPanel>
    </Tabs>
  );
}

/** About This Tool for online tools, then the resource's own lines (DETAIL-10). */
function DescriptionPanel({ resource }: { resource: Resource }) {
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
